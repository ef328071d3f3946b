package validate

import (
	"errors"
	"fmt"
	"math"

	"github.com/readamp/readamp/lsm/keydist"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/model"
)

// ReadLoad is a stated load of reads that is priced at moments of a simulation. It is not part of
// the simulation: it says what such a load would get from the tables as they are then.
type ReadLoad struct {
	cost    *CostFile
	script  string
	per     workload.Counts
	tables  float64
	threads float64
	cached  bool // gets use the fuse row cache
	popular []model.Stratum
}

// Price is what a read load gets.
type Price struct {
	QPS, CPUMicros, LatencyMS float64
	FuseHitShare              float64 // of the gets
}

// NewReadLoad prices the reads of a load with the costs of a file. Without a number of threads
// those of the file's first run are taken.
func NewReadLoad(c timeline.Config, l workload.Load, threads int, cost *CostFile) (
	*ReadLoad, error) {

	if threads == 0 && len(cost.Runs) > 0 {
		threads = cost.Runs[0].Threads
	}
	d, err := keydist.New(l.Options.RandType, l.Options.TableSize, l.Options.Rand)
	if err != nil {
		return nil, err
	}
	r := &ReadLoad{cost: cost, script: l.Script, per: l.Options.PerEvent(),
		tables: float64(l.Options.Tables), threads: float64(threads),
		cached:  c.Rules.FuseRowCache,
		popular: model.Strata(l.Options.TableSize, []func(int64) float64{d.Weight})[0]}
	if gets := r.per[workload.Get]; r.per.Reads() == 0 {
		return nil, fmt.Errorf("script %s does not read", r.script)
	} else if err := cost.Prices(r.script, kindsOf(gets > 0, r.per.Reads() > gets)); err != nil {
		return nil, err
	}
	if cost.ReferenceQPS <= 0 || cost.ReferenceCPUMicros <= 0 {
		return nil, errors.New("the costs say nothing of the reference load's rate and CPU")
	}
	return r, nil
}

// kindsOf are the kinds of statements of a load, without their work.
func kindsOf(gets, ranges bool) (parts []model.Part) {
	if gets {
		parts = append(parts, model.Part{Kind: "get"})
	}
	if ranges {
		parts = append(parts, model.Part{Kind: "range"})
	}
	return parts
}

// Threads is how many clients the load has.
func (r *ReadLoad) Threads() int { return int(r.threads) }

// fixedPoint is how many rounds the rate and the fuse row cache's hits take to agree.
const fixedPoint = 8

// Price prices the load at a sample; nil where nothing was read. Gets that find their row in the
// fuse row cache touch no SSTable. What is in it are the rows that were read or changed since the
// last mini: with n gets of a table since then a get hits with probability sum w (1 - (1-w)^n).
func (r *ReadLoad) Price(s timeline.Sample) *Price {
	if s.RangeN == 0 {
		return nil
	}
	queries := float64(r.per.Queries())
	gets := float64(r.per[workload.Get])
	ranges := float64(r.per.Reads()) - gets
	p := &Price{QPS: r.cost.ReferenceQPS}
	for range fixedPoint {
		var parts []model.Part
		if gets > 0 && s.GetN > 0 {
			getsSince := p.QPS * gets / queries / r.tables * s.SinceMini.Seconds()
			p.FuseHitShare = r.hits(getsSince)
			w := model.GetWork(s.Gets, s.GetN)
			w.Probed *= 1 - p.FuseHitShare
			parts = append(parts, model.Part{Kind: "get", Share: gets / queries, Work: w})
		}
		if ranges > 0 {
			parts = append(parts, model.Part{Kind: "range", Share: ranges / queries,
				Work: model.ScanWork(s.Ranges, s.RangeN)})
		}
		cpu := r.cost.CPU(parts)
		p.CPUMicros = cpu * r.cost.ReferenceCPUMicros
		p.QPS = r.cost.Rate(r.script, cpu) * r.cost.ReferenceQPS
	}
	p.LatencyMS = 1000 * r.threads * queries / p.QPS
	return p
}

// hits is the share of gets whose row is cached after n gets.
func (r *ReadLoad) hits(n float64) (share float64) {
	if !r.cached {
		return 0
	}
	for _, s := range r.popular {
		share += s.N() * s.Weight * -math.Expm1(-n*s.Weight)
	}
	return min(share, 1)
}
