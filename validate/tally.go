package validate

import (
	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/model"
)

// tally sums the counters of one kind of statement.
type tally struct {
	n   int64
	sum lsm.Counters
}

func (t *tally) add(c lsm.Counters) {
	t.n++
	t.sum.Add(c)
}

// mean is a counter per statement.
func (t *tally) mean(counter int64) float64 {
	if t.n == 0 {
		return 0
	}
	return float64(counter) / float64(t.n)
}

// tallies are the sums of a phase: all of it, and the last statements, which are what an audit
// shows. Range kinds read alike and are summed together.
type tallies struct {
	all, audited [2]tally
	// queries counts all statements, reads those that select.
	queries, reads int64
	// auditFrom is the position of the first read that is still in the audit at the end.
	auditFrom int64
}

const (
	ofGets = iota
	ofRanges
)

// auditRows is how many of a phase's last SELECTs its audit covers: the recorder reads that many.
const auditRows = 20_000

func (t *tallies) add(kind workload.Kind, c lsm.Counters) {
	group := ofRanges
	if kind == workload.Get {
		group = ofGets
	}
	t.all[group].add(c)
	if t.reads >= t.auditFrom {
		t.audited[group].add(c)
	}
	t.reads++
}

// parts is the load as the cost model sees it.
func (t *tallies) parts() []model.Part {
	var parts []model.Part
	if g := t.all[ofGets]; g.n > 0 {
		parts = append(parts, model.Part{Kind: "get",
			Share: float64(g.n) / float64(t.queries), Work: model.GetWork(g.sum, g.n)})
	}
	if r := t.all[ofRanges]; r.n > 0 {
		parts = append(parts, model.Part{Kind: "range",
			Share: float64(r.n) / float64(t.queries), Work: model.ScanWork(r.sum, r.n)})
	}
	return parts
}

// Rows is what one statement of a kind reads, as means.
type Rows struct {
	Returned, Memstore, Ssstore, BsRows, FuseHit float64
	// Incremental rows come from minis and minors, the others from the base; fast ones went
	// through block scan.
	Incremental, BaseSlow, BaseFast float64
}

// Read is the rows read in all tables.
func (r Rows) Read() float64 { return r.Memstore + r.Ssstore }

func (t *tally) rows() Rows {
	c := t.sum
	return Rows{
		Returned: t.mean(c.Returned), Memstore: t.mean(c.Memstore), Ssstore: t.mean(c.Ssstore),
		BsRows: t.mean(c.BsRows), FuseHit: t.mean(c.FuseHit),
		Incremental: t.mean(c.MinorRows), BaseSlow: t.mean(c.MajorRows - c.FastRows),
		BaseFast: t.mean(c.FastRows),
	}
}

// rows are the rows read by each kind of statement. Ranges read the same all through a phase that
// writes nothing, so all of them are taken there; gets change as the fuse row cache fills.
func (t *tallies) rows(per workload.Counts) map[string]Rows {
	rows := map[string]Rows{}
	ranges := &t.all[ofRanges]
	if per.Writes() > 0 {
		ranges = &t.audited[ofRanges]
	}
	for kind := workload.Get; kind <= workload.Distinct; kind++ {
		switch {
		case per[kind] == 0:
		case kind == workload.Get:
			rows[kind.String()] = t.audited[ofGets].rows()
		case kind == workload.Sum:
			r := ranges.rows()
			r.Returned = 1
			rows[kind.String()] = r
		default:
			rows[kind.String()] = ranges.rows()
		}
	}
	return rows
}
