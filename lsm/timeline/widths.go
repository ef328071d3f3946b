package timeline

import "github.com/readamp/readamp/lsm"

// widths are what a row of a tablet takes.
type widths struct {
	// In the memstore: a key's first touch, and a version by kind.
	newKey, insert, reinsert, update, rewrite, delete int64
	// On disk: a physical row of a mini, a minor, a major.
	mini, minor, major float64
}

// Widths of sysbench's tables. In the memstore: measured by the growth of mem_used of a memtable
// under 200,000 statements of a kind. On disk: bytes over physical rows of the SSTables in the
// recorded natural runs.
var (
	mainWidths = widths{newKey: 236, insert: 330, reinsert: 163, update: 152, rewrite: 270,
		delete: 152, mini: 83.5, minor: 87.5, major: 77.3}
	indexWidths = widths{newKey: 236, insert: 162, delete: 157, reinsert: 157, mini: 16.4, minor: 15.9, major: 3.9}
)

// bytes is what nodes take in the memstore.
func (w widths) bytes(n Nodes) int64 {
	return w.newKey*n.Keys + w.insert*(n.Inserts+n.CompactFull) + w.update*(n.Updates+n.CompactK) +
		w.rewrite*(n.Rewrites+n.CompactC) + w.delete*n.Deletes + w.reinsert*n.Reinserts
}

// of is what an SSTable of so many physical rows takes.
func (w widths) of(kind lsm.RunKind, rows int64) int64 {
	per := map[lsm.RunKind]float64{lsm.Mini: w.mini, lsm.Minor: w.minor, lsm.Major: w.major}[kind]
	return int64(per * float64(rows))
}
