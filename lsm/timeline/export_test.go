package timeline

import "github.com/readamp/readamp/lsm"

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
