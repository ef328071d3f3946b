package model

import (
	"fmt"
	"math"
)

// ReadMix is what an event of a load of reads asks: statements by kind, and all queries, those that
// begin and end a transaction among them.
type ReadMix struct {
	Script       string
	Gets, Ranges float64
	Queries      float64
}

// Pricer says what a load of reads costs and gets in a state. It has the numbers of a cost model at
// hand by position, since looking names up would take longer than all the rest.
type Pricer struct {
	cost      *Cost
	mix       ReadMix
	units     [WorkTerms]float64
	constants [2]float64 // of a get and a range
	client    float64
	terms     [covarianceMost]int // of the covariance's names; -1 a get, -2 a range, -3 another
}

// NewPricer prices a mix with costs, which have to know its kinds of statement and its script.
func NewPricer(c *Cost, mix ReadMix) (*Pricer, error) {
	if mix.Gets+mix.Ranges <= 0 || mix.Queries < mix.Gets+mix.Ranges {
		return nil, fmt.Errorf("model: script %s: %g gets and %g ranges in %g queries are no load "+
			"of reads", mix.Script, mix.Gets, mix.Ranges, mix.Queries)
	}
	p := &Pricer{cost: c, mix: mix, units: c.Units(), client: c.Client[mix.Script],
		constants: [2]float64{c.Constant["get"], c.Constant["range"]}}
	var parts [2]Part
	if err := c.Prices(mix.Script, p.parts(&parts, &Reads{})); err != nil {
		return nil, err
	}
	if c.Covariance != nil {
		p.terms = c.Covariance.terms()
		for j, name := range c.Covariance.Names {
			switch {
			case name == "get":
				p.terms[j] = -1
			case name == "range":
				p.terms[j] = -2
			case p.terms[j] < 0:
				p.terms[j] = -3
			}
		}
	}
	return p, nil
}

// Price prices the load where reads find this; the intervals hold for a measured phase with a
// confidence such as 0.9. It is [Cost.Price].
func (p *Pricer) Price(r *Reads, confidence float64) Price {
	get, scan := r.GetWork().Terms(), r.RangeWork().Terms()
	gets, ranges := p.mix.Gets/p.mix.Queries, p.mix.Ranges/p.mix.Queries
	out := Price{CPU: gets*p.constants[0] + ranges*p.constants[1]}
	for i, unit := range p.units {
		out.CPU += unit * (gets*get[i] + ranges*scan[i])
	}
	out.Rate = 1 / (p.cost.Server*out.CPU + p.client)
	sd := 0.0
	if v := p.cost.Covariance; v != nil {
		var g [covarianceMost]float64
		for j := range v.Names {
			switch term := p.terms[j]; term {
			case -1:
				g[j] = gets / out.CPU
			case -2:
				g[j] = ranges / out.CPU
			case -3:
			default:
				g[j] = (gets*get[term] + ranges*scan[term]) / out.CPU
			}
		}
		sd = math.Sqrt(v.variance(&g))
	}
	out.widen(p.cost, sd, confidence)
	return out
}

// CPU is the server CPU of the mean query alone, in reference statements.
func (p *Pricer) CPU(r *Reads) float64 {
	var array [2]Part
	return p.cost.CPU(p.parts(&array, r))
}

// parts is the load as the cost model sees it.
func (p *Pricer) parts(into *[2]Part, r *Reads) []Part {
	n := 0
	if p.mix.Gets > 0 {
		into[n] = Part{Kind: "get", Share: p.mix.Gets / p.mix.Queries, Work: r.GetWork()}
		n++
	}
	if p.mix.Ranges > 0 {
		into[n] = Part{Kind: "range", Share: p.mix.Ranges / p.mix.Queries, Work: r.RangeWork()}
		n++
	}
	return into[:n]
}

// RangeWork is what carries the cost of a range.
func (r *Reads) RangeWork() Work {
	return Work{FastRows: r.BaseFast, SlowRows: r.BaseSlow + r.Minor + r.Mini,
		MemtableRows: r.Memtable, Versions: r.RangeVersions, Opened: r.RangeOpened,
		Blocks: r.RangeBlocks}
}

// GetWork is what carries the cost of a get: a memtable asked is one row read there.
func (r *Reads) GetWork() Work {
	return Work{MemtableRows: r.GetMemtables, Probed: r.GetProbed, Versions: r.GetVersions}
}

// TermCost is what one term of a statement costs.
type TermCost struct {
	Kind string  // of statement
	Term string  // "statement" for the constant of the kind
	CPU  float64 // of the mean query of the load, reference statements
}

// Terms splits the CPU of the mean query by kind of statement and term; those that cost nothing are
// left out. They sum up to [Price.CPU].
func (p *Pricer) Terms(r *Reads) (list []TermCost) {
	var array [2]Part
	units := p.cost.Units()
	for _, part := range p.parts(&array, r) {
		list = append(list, TermCost{part.Kind, "statement",
			part.Share * p.cost.Constant[part.Kind]})
		for i, n := range part.Work.Terms() {
			if cpu := part.Share * n * units[i]; cpu > 0 {
				list = append(list, TermCost{part.Kind, TermNames[i], cpu})
			}
		}
	}
	return list
}
