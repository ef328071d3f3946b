package lsm

// These give the external tests what a history without a clock cannot reach: a multi-version
// start above 0.

// Now is the commit number of the newest statement.
func (n *Tenant) Now() SCN { return n.scn }

// MinorFreezeKeeping is MinorFreeze with a multi-version start: versions at or below it may be
// folded.
func (n *Tenant) MinorFreezeKeeping(start SCN) {
	n.tablets(func(t *Tablet) {
		t.dump(start)
		t.compact(start)
	})
}
