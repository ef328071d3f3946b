package lsm

// Scan reads a range of keys (ObMultipleScanMerge): every table gives each of its keys in the
// range once, however many versions it holds; deleted keys are read like others and return
// nothing.
func (t *Tablet) Scan(r Range) Counters {
	c := t.scan(r, t.scanBlocks)
	c.Returned = t.live.Count(r)
	return c
}

// ScanBack is Scan in descending order. Direction makes no difference to the rows read; only
// blocks are lost to block scan a little differently.
func (t *Tablet) ScanBack(r Range) Counters {
	c := t.scan(r, t.scanBlocksBack)
	c.Returned = t.live.Count(r)
	return c
}

// Sum is an aggregate over a range that the storage does not consume: it reads like a scan and
// returns one row.
func (t *Tablet) Sum(r Range) Counters {
	c := t.scan(r, t.scanBlocks)
	c.Returned = 1
	return c
}

// Count is count(*) over a range. With PushdownAggregate in force the rows of fast base blocks
// are counted inside the storage and leave SSSTORE_READ_ROW_COUNT alone; rows that go one by one
// count as in a scan.
func (t *Tablet) Count(r Range) Counters {
	c := t.scan(r, t.scanBlocks)
	c.Returned = 1
	if t.tenant.setting.Options.PushdownStorageLevel >= PushdownAggregate {
		c.Ssstore -= c.FastRows
	}
	return c
}

// Levels of _pushdown_storage_level from which a read is made another way
// (ob_parameter_seed.ipp).
const (
	PushdownBlockScan = 1 // scans hand on whole blocks
	PushdownAggregate = 3 // count(*) counts the rows of such blocks
)

// scan counts what each table gives, and how much of it goes through block scan.
func (t *Tablet) scan(r Range, blocks func(Range) blockScan) Counters {
	if r.First == r.Last && t.memtables() > 0 {
		return t.scanOne(r)
	}
	var c Counters
	c.Memstore = t.mem.visible().Count(r)
	for _, m := range t.frozen {
		c.Memstore += m.Keys.Count(r)
	}
	t.readRuns(&c, func(run *Run) int64 { return run.Keys.Count(r) })
	t.countBlocks(&c, func() blockScan { return blocks(r) })
	t.reportScan(r, &c)
	return c
}

// reportScan reports a scan that opened more than the base.
func (t *Tablet) reportScan(r Range, c *Counters) {
	if len(t.stack.Inc()) == 0 && t.mem.empty() {
		return
	}
	blocks := t.stack.Base().Blocks.count(r)
	for _, run := range t.stack.Inc() {
		blocks += run.Blocks.count(r)
	}
	t.stack.ReportScan(c, t.live.Count(r), blocks)
}

// countBlocks takes over what block scan did, if it is on.
func (t *Tablet) countBlocks(c *Counters, scan func() blockScan) {
	if t.tenant.setting.Options.PushdownStorageLevel >= PushdownBlockScan {
		s := scan()
		c.FastRows, c.BsRows, c.BsBlocks = s.fastRows, s.rows, s.blocks
	}
}

// scanOne reads a range of one key over a memtable. The server turns it into gets: the memtable
// counts one even without the key, an SSTable only if it has it, and no block is scanned
// (measured). Without a memtable it is a range like any other.
func (t *Tablet) scanOne(r Range) Counters {
	c := Counters{Memstore: t.memtables()}
	t.readRuns(&c, func(run *Run) int64 { return run.Keys.Count(r) })
	return c
}

// memtables is the number of memtables that a read opens.
func (t *Tablet) memtables() int64 {
	n := int64(len(t.frozen))
	if !t.mem.empty() {
		n++
	}
	return n
}

// LimitScan reads a range in ascending order until n rows are returned. Tables are read row by
// row: each has given its keys up to the last one returned, and the next one where it was not
// standing on that last key, since a merge needs every table's next key to know the smallest.
func (t *Tablet) LimitScan(r Range, n int64) Counters {
	if n <= 0 {
		return Counters{}
	}
	last, ok := t.live.at(t.live.below(r.First) + n - 1)
	if !ok || last >= r.Last {
		return t.Scan(r)
	}
	c := Counters{Returned: n}
	c.Memstore = given(t.mem.visible(), r, last)
	for _, m := range t.frozen {
		c.Memstore += given(m.Keys, r, last)
	}
	t.readRuns(&c, func(run *Run) int64 { return given(run.Keys, r, last) })
	t.countBlocks(&c, func() blockScan { return t.scanBlocksUntil(r, last) })
	return c
}

// given is the number of rows a table gave when the merge stopped at the last key.
func given(keys KeySet, r Range, last Key) int64 {
	rows := keys.Count(Range{r.First, last})
	if !keys.Has(last) && keys.Count(Range{last + 1, r.Last}) > 0 {
		rows++
	}
	return rows
}

// readRuns opens every SSTable that is not empty and counts the rows each gives.
func (t *Tablet) readRuns(c *Counters, rows func(*Run) int64) {
	t.begin(c)
	for i := range len(t.stack.Inc()) + 1 {
		run := t.run(i)
		c.FirstTouch = t.touch(run) || c.FirstTouch
		if !run.Empty() {
			c.AddRows(run.Kind, rows(run))
		}
	}
}
