package lsm

// Counters is what one read statement counts, under the names of GV$OB_SQL_AUDIT where it has
// them.
type Counters struct {
	Returned int64 // RETURN_ROWS
	Memstore int64 // MEMSTORE_READ_ROW_COUNT
	Ssstore  int64 // SSSTORE_READ_ROW_COUNT
	BsRows   int64 // BLOCKSCAN_ROW_CNT
	BsBlocks int64 // BLOCKSCAN_BLOCK_CNT
	FuseHit  int64 // FUSE_ROW_CACHE_HIT

	// FastRows are the SSTable rows read that block scan handed on with their block.
	FastRows int64

	// MinorRows is the part of the rows read that came from minis and minors, MajorRows the
	// part from the base, rows consumed inside a pushed-down aggregate counted
	// (MINOR_ and MAJOR_SSSTORE_READ_ROW_COUNT).
	MinorRows, MajorRows int64

	// Tables is the number of SSTables opened by a scan or probed by a get.
	Tables int64

	// StatusRows are the rows the server reads for the tablet's own state in the first statement
	// after a change. It counts them in SSSTORE_READ_ROW_COUNT; here they stand apart.
	StatusRows int64

	// FirstTouch: the statement was the first to read the tablet since it changed, or some run
	// since it was written or the caches were emptied. The server may then count a row or two
	// more.
	FirstTouch bool
}

// RowsRead is the number of rows the statement read in all tables.
func (c Counters) RowsRead() int64 { return c.Memstore + c.Ssstore }

// Add sums counters of several statements.
func (c *Counters) Add(o Counters) {
	c.Returned += o.Returned
	c.Memstore += o.Memstore
	c.Ssstore += o.Ssstore
	c.BsRows += o.BsRows
	c.BsBlocks += o.BsBlocks
	c.FuseHit += o.FuseHit
	c.FastRows += o.FastRows
	c.MinorRows += o.MinorRows
	c.MajorRows += o.MajorRows
	c.Tables += o.Tables
	c.StatusRows += o.StatusRows
	c.FirstTouch = c.FirstTouch || o.FirstTouch
}

// AddRows counts rows an SSTable gave.
func (c *Counters) AddRows(kind RunKind, rows int64) {
	c.Ssstore += rows
	c.Tables++
	if kind == Major || kind == MetaMajor {
		c.MajorRows += rows
	} else {
		c.MinorRows += rows
	}
}
