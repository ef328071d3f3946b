package lsm_test

import (
	"slices"

	"github.com/readamp/readamp/lsm"
)

// dump writes the memtable as a mini if anything was ever written to it.
func (t *oracleTablet) dump(p oracleParameters) {
	t.status.freeze(p.trigger)
	if len(t.mem.entered) == 0 {
		return
	}
	t.status.changed = true
	mini := t.mem
	mini.blocks = incBlocks(mini, t.layout.Inc)
	t.runs = append(t.runs, mini)
	t.mem = newStore(lsm.Mini)
	t.cached = map[lsm.Key]bool{}
}

// compact merges runs as long as the rule of the minor merge asks for it.
func (t *oracleTablet) compact(p oracleParameters) {
	for {
		first, end := p.pick(t.runs[1:])
		if first == end {
			return
		}
		minor := newStore(lsm.Minor)
		for _, run := range t.runs[1+first : 1+end] {
			for _, key := range run.keys() {
				minor.versions[key] = append(minor.versions[key], run.versions[key]...)
			}
		}
		minor.blocks = incBlocks(minor, t.layout.Inc)
		t.runs = slices.Replace(slices.Clone(t.runs), 1+first, 1+end, minor)
		t.status.changed = true
	}
}

// major merges all runs into a base with one whole row for each key that exists.
func (t *oracleTablet) major() {
	base := newStore(lsm.Major)
	appended := true // every key of the runs lies behind those of the old base
	old := t.runs[0].keys()
	for _, run := range t.runs {
		for _, key := range run.keys() {
			if values, exists := t.row(key); exists {
				base.versions[key] = []version{{whole: true, values: values}}
			}
			appended = appended && (run == t.runs[0] || len(old) > 0 && key > old[len(old)-1])
		}
	}
	if appended {
		base.blocks = append(slices.Clone(t.runs[0].blocks),
			cut(base.keys()[len(old):], t.layout.Major)...)
	} else {
		base.blocks = cut(base.keys(), t.layout.Major)
	}
	t.runs = []*store{base}
	t.touched = map[*store]bool{}
	t.status.changed, t.status.majors = true, t.status.majors+1
}

// rowsOfBlock is how many rows block i holds; the last number is repeated.
func rowsOfBlock(rows []int64, i int) int64 { return rows[min(i, len(rows)-1)] }

// cut puts the keys of a base into blocks.
func cut(keys []lsm.Key, rows []int64) (blocks [][]lsm.Key) {
	for len(rows) > 0 && len(keys) > 0 {
		n := min(int(rowsOfBlock(rows, len(blocks))), len(keys))
		blocks = append(blocks, keys[:n])
		keys = keys[n:]
	}
	return blocks
}

// incBlocks puts the keys of a mini or minor into blocks that count physical rows.
func incBlocks(s *store, rows []int64) (blocks [][]lsm.Key) {
	if len(rows) == 0 || s.empty() {
		return nil
	}
	var open []lsm.Key
	var openRows int64
	for _, key := range s.keys() {
		if openRows >= rowsOfBlock(rows, len(blocks)) {
			blocks = append(blocks, open)
			open, openRows = nil, 0
		}
		open = append(open, key)
		if openRows++; len(s.versions[key]) > 1 {
			openRows += s.meanOfMulti()
		}
	}
	return append(blocks, open)
}

// meanOfMulti is how many versions a key of several has in the mean, which every such key is taken
// to have.
func (s *store) meanOfMulti() int64 {
	var keys, total int64
	for _, versions := range s.versions {
		if len(versions) > 1 {
			keys++
			total += int64(len(versions))
		}
	}
	return total / keys
}

// oracleParameters are the parameters that matter to the oracle.
type oracleParameters struct{ trigger, factor, large, pushdown int64 }

// pick is the minor merge's choice of runs (minis and minors), as refine_minor_merge_result has it
// in seekdb.
func (p oracleParameters) pick(runs []*store) (first, end int) {
	n := len(runs)
	if int64(n) <= max(p.trigger, 1) {
		return 0, 0
	}
	if p.trigger == 0 || n >= 32 {
		return 0, n
	}
	factor := p.factor
	if factor == 0 {
		factor = 25
	}
	var largeCount, largeRows, smallRows int64
	var small []int
	for i, run := range runs {
		rows := run.physicalRows()
		if rows <= p.large {
			smallRows += rows
			small = append(small, i)
			continue
		}
		largeCount++
		largeRows += rows
		if int64(len(small)) > p.trigger {
			break
		}
		small = nil
	}
	switch {
	case largeCount > 1, smallRows > largeRows*factor/100:
		return 0, n
	case int64(len(small)) > p.trigger:
		return small[0], small[len(small)-1] + 1
	}
	return 0, 0
}
