package validate

import (
	"slices"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/keydist"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/model"
)

// written says how many draws wrote what stands above the base of a tablet. Draws of a load are
// spread evenly over its tables, which is their expectation.
type written struct {
	memtable float64
	dumped   []dumped
}

// dumped are the draws of one mini, which a merge may have taken in since.
type dumped struct {
	end   lsm.SCN // of the mini
	draws float64
}

// expectMoves notes a load that takes rows away or adds some for good: those of its inserts and
// deletes that are no pairs of one id.
func (p *predictor) expectMoves(l *load) {
	if l.per[workload.Insert] != l.per[workload.Delete] || l.recorded.Script == workload.Queue {
		p.moved = true
	}
}

// noteWrites notes what a load wrote: each update, and each pair of a delete and an insert, is one
// draw.
func (p *predictor) noteWrites(l *load) {
	perEvent := l.per[workload.IndexUpdate] + l.per[workload.NonIndexUpdate] +
		l.per[workload.Delete]
	for i := range p.written {
		p.written[i].memtable += float64(l.done) * float64(perEvent) / float64(len(p.written))
	}
}

// dumpWritten follows a freeze. Where nothing stands above the base, all draws are in there.
func (p *predictor) dumpWritten() {
	for i := range p.written {
		w, runs := &p.written[i], p.tables[i].Main.Runs()
		switch newest := runs[len(runs)-1]; {
		case newest.IsBase():
			*w = written{}
		case w.memtable > 0:
			w.dumped = append(w.dumped, dumped{newest.End, w.memtable})
			w.memtable = 0
		}
	}
}

// above are the draws of each table above the base.
func (w written) above(t *lsm.Tablet) (draws []float64) {
	for _, run := range t.Runs()[1:] {
		sum := 0.0
		for _, d := range w.dumped {
			if run.Start < d.end && d.end <= run.End {
				sum += d.draws
			}
		}
		draws = append(draws, sum)
	}
	if w.memtable > 0 {
		draws = append(draws, w.memtable)
	}
	return draws
}

// closedForm is the rows that a range of a load reads by the closed form, as a mean over the
// tables; nil where there is none: without ranges, with writes among them, for a range of one id,
// and where rows came or went.
func (p *predictor) closedForm(l *load) (*float64, error) {
	ranges := l.per.Reads() - l.per[workload.Get]
	if ranges == 0 || l.per.Writes() > 0 || l.options.RangeSize == 1 || p.moved ||
		l.recorded.Warm {
		return nil, nil
	}
	ids, err := keydist.New(l.options.RandType, l.options.TableSize, l.options.Rand)
	if err != nil {
		return nil, err
	}
	var above []float64
	rows, sum := 0.0, 0.0
	for i, w := range p.written {
		draws := w.above(p.tables[i].Main)
		if i == 0 || !slices.Equal(draws, above) { // tables are mostly alike
			above = draws
			rows = model.RangeRows(ids.N(), l.options.RangeSize, ids.Weight, draws)
		}
		sum += rows
	}
	return finite(sum / float64(len(p.written))), nil
}
