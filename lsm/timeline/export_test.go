package timeline

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
