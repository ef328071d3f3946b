package rows

import "github.com/readamp/readamp/lsm"

// blockPlace is the micro block in which a cursor stands, and what of it was read. The rows of a
// fast block are handed on without a look at the other tables.
type blockPlace struct {
	block    int
	fast     bool
	keys     int64 // passed in the fast block
	physical int64 // rows of all versions, shadow rows counted
	mixed    bool  // the block has deletes, or several versions of a key
	stopped  bool  // the scan has what it wants: keys don't count any more
}

// pass notes a key that the cursor leaves behind, of so many physical rows.
func (p *blockPlace) pass(physical int64, deleted bool) {
	if !p.fast {
		return
	}
	p.physical += physical
	p.mixed = p.mixed || physical > 1 || deleted
	if !p.stopped {
		p.keys++
	}
}

// leaves says whether the key the cursor came to lies in another block.
func (c *cursor) leaves() bool {
	if c.run == nil || len(c.run.ends) == 0 {
		return false
	}
	ends := c.run.ends
	if c.back {
		return c.block > 0 && c.it.key <= ends[c.block-1]
	}
	return c.it.key > ends[c.block]
}

// enterBlock opens the block in which the cursor stands. border is the nearest key of all other
// tables in the direction of the scan, as the loser tree orders it: the block is fast if it lies
// before the border as a whole (ObIndexTreePrefetcher). Descending, the first key of a block is not
// known, only the last one of the block below.
func (c *cursor) enterBlock(judged bool, border uint64) {
	ends := c.run.ends
	c.blockPlace = blockPlace{block: min(c.run.blockOf(c.it.key), len(ends)-1)}
	switch {
	case !judged:
	case border == noKey:
		c.fast = true
	case c.back:
		c.fast = c.block > 0 && ^border < ends[c.block-1]
	default:
		c.fast = ends[c.block] < border
	}
}

// leaveBlock counts a block that was read fast: what block scan shows, and the rows that came with
// their block, if it holds nothing that has to be looked at row by row.
func (c *cursor) leaveBlock(counters *lsm.Counters) {
	if !c.fast {
		return
	}
	c.fast = false
	counters.BsBlocks++
	counters.BsRows += c.physical
	if !c.mixed {
		counters.FastRows += c.keys
	}
}
