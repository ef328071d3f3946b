package timeline

import (
	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/workload"
)

// ActiveVersions is the number of versions in the active memtables of main tablets.
func (t *Tenant) ActiveVersions() (n int64) {
	for _, b := range t.tablets {
		if !b.isIndex {
			n += b.content.Active().Versions()
		}
	}
	return n
}

// Running is the number of merges on threads.
func (t *Tenant) Running() int { return t.high.running + t.mid.running + t.low.running }

// View is the tablet of a table as a sample reads it now.
func (t *Tenant) View(table int) *lsm.Tablet {
	b := t.tablets[t.firstOf[table]]
	k := b.content.(*keyTable)
	k.view.Show(b.base.part.(*keyPart).run, runs(parts(b.read())), runs(b.memory()), k.settle())
	return k.view
}

// Change is one statement for [Apply].
type Change struct {
	Kind workload.Kind
	ID   int64
}

// Apply writes changes to a table of a content.
func Apply(c Content, table int, list []Change) {
	for _, s := range list {
		c.(*keys).tables[table].write(s.Kind, lsm.Key(s.ID))
	}
}

// RunOf is the run of a part of a main tablet.
func RunOf(p Part) *lsm.Run { return p.(*keyPart).run }

// Reported are the inserts, updates and deletes that minis of a tablet reported.
func (t *Tenant) Reported(tablet string) []int64 {
	for _, b := range t.tablets {
		if b.name == tablet {
			s := b.activity.reports.Total()
			return []int64{s.Inserts, s.Updates, s.Deletes}
		}
	}
	return nil
}
