package record

// One line of a trace, after the header, in the forms
//
//	{"op":"param","minor_compact_trigger":"3"}
//	{"op":"create","table":"t","columns":["id int","k int"],"index":["k"],"options":""}
//	{"op":"insert","table":"t","ids":"1-1000","batch":100}
//	{"op":"update","table":"t","set":"k","ids":"2-1000/2","times":3}
//	{"op":"delete","table":"t","ids":"51-100"}
//	{"op":"begin"}, also commit, rollback, flush_cache
//	{"op":"freeze","kind":"minor","settled":true}
//	{"op":"wait","seconds":20.0}
//	{"op":"scan","table":"t","cols":"k,c","from":1,"to":100,"seen":{...}}, also rscan
//	{"op":"lscan","table":"t","cols":"c","from":1,"to":100,"limit":10,"seen":{...}}
//	{"op":"iscan","table":"t","from":1,"to":100,"seen":{...}}
//	{"op":"get","table":"t","cols":"c","id":500,"seen":{...}}
//	{"op":"mget","table":"t","cols":"c","ids":"10,300","seen":{...}}
//	{"op":"count","table":"t","from":1,"to":100,"seen":{...}}, also sum
//	{"op":"tables","table":"t.k","seen":[{"kind":"MAJOR","rows":1000,"blocks":2}, ...]}
//
// where options, cols, seen, and from with to (but for iscan) may be left out.

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// read takes the fields of one line and checks them as far as the line alone allows; which tables
// and columns exist is for session to check.
func (op *Op) read(o *object) {
	word := o.need("op").oneOf("op", opWords)
	if word == "" {
		return // every other field would only seem unknown too
	}
	op.Kind = OpParam + OpKind(slices.Index(opWords, word))
	switch op.Kind {
	case OpParam:
		op.readParams(o)
	case OpFreeze:
		op.Major = o.need("kind").oneOf("kind", []string{"minor", "major"}) == "major"
		op.Settled = o.need("settled").boolean()
	case OpWait:
		op.Seconds = o.need("seconds").number(waitSecondsMax)
	case OpBegin, OpCommit, OpRollback, OpFlushCache:
	default:
		op.Table = o.need("table").str()
		if op.Kind >= OpScan {
			op.readLook(o)
		} else {
			op.readChange(o)
		}
	}
	o.done()
}

// readParams takes every field but op as a parameter.
func (op *Op) readParams(o *object) {
	op.Params = make(map[string]string, o.node.count)
	for _, m := range o.members() {
		if m.key != "op" {
			op.Params[m.key] = o.need(m.key).str()
		}
	}
	if len(op.Params) == 0 && o.doc.err == nil {
		o.doc.err = errors.New("param without a parameter")
	}
}

// readChange takes the fields of an operation on rows or on the table itself.
func (op *Op) readChange(o *object) {
	if op.Kind == OpCreate {
		op.Columns = o.need("columns").strs()
		op.Index = o.need("index").strs()
		op.Options = o.maybe("options").str()
		return
	}
	ids := o.need("ids")
	op.IDs = readIDs(ids)
	switch op.Kind {
	case OpInsert:
		op.Batch = int(o.need("batch").integer(1, RowsPerOpMax))
	case OpUpdate:
		op.Set = o.need("set").str()
		op.Times = int(o.need("times").integer(1, RowsPerOpMax))
		if n := op.IDs.Count(); n*int64(op.Times) > RowsPerOpMax { // at most 25e14
			ids.fail(fmt.Errorf("%d ids x %d times is more than %d", n, op.Times, RowsPerOpMax))
		}
	}
}

// readLook takes the fields of an operation that looks at a table.
func (op *Op) readLook(o *object) {
	switch op.Kind {
	case OpTables:
		op.readStack(o.maybe("seen"))
		return
	case OpScan, OpRscan, OpLscan:
		op.readCols(o)
		op.readRange(o)
	case OpGet:
		op.readCols(o)
		op.ID = o.need("id").integer(0, IDEnd-1)
	case OpMget:
		op.readCols(o)
		op.IDs = readIDs(o.need("ids"))
	case OpIscan, OpCount, OpSum:
		op.readRange(o)
	}
	if op.Kind == OpLscan {
		op.Limit = o.need("limit").integer(0, RowsPerOpMax)
	}
	if seen := o.maybe("seen"); seen.given() {
		op.Seen = readAudit(seen.object())
	}
}

// readCols leaves Cols nil if there are none: session puts in all columns of the table.
func (op *Op) readCols(o *object) {
	if v := o.maybe("cols"); v.given() {
		op.Cols = strings.Split(v.str(), ",")
	}
}

// readRange takes from and to, which come together. Only an index scan must have them.
func (op *Op) readRange(o *object) {
	from, to := o.maybe("from"), o.maybe("to")
	if op.Kind == OpIscan || from.given() || to.given() {
		from, to = o.need("from"), o.need("to")
		op.Ranged = true
	}
	op.From, op.To = from.integer(0, IDEnd-1), to.integer(0, IDEnd-1)
}

// readIDs takes an id list. It does not look at one if something was wrong before it: lists are
// long.
func readIDs(v value) IDs {
	text := v.str()
	if v.doc.err != nil {
		return nil
	}
	ids, err := ParseIDs(text)
	if err != nil {
		v.fail(err)
	}
	return ids
}

// readAudit takes an audit row, complete but for the two columns that older traces lack.
func readAudit(o *object) *Audit {
	a := &Audit{}
	for _, f := range []struct {
		name string
		to   *int64
	}{
		{"returned", &a.Returned}, {"memstore", &a.Memstore}, {"ssstore", &a.Ssstore},
		{"bs_rows", &a.BsRows}, {"bs_blocks", &a.BsBlocks}, {"fuse_hit", &a.FuseHit},
		{"row_hit", &a.RowHit}, {"blk_read", &a.BlkRead}, {"blk_hit", &a.BlkHit},
		{"bf_hit", &a.BfHit},
	} {
		*f.to = o.need(f.name).integer(0, math.MaxInt64)
	}
	disk := o.maybe("disk_reads")
	a.HasDiskReads = disk.given()
	a.DiskReads = disk.integer(0, math.MaxInt64)
	a.HitPlan = o.maybe("hit_plan").integer(0, math.MaxInt64)
	a.ExecUs = o.need("exec_us").integer(0, math.MaxInt64)
	a.ElapsedUs = o.need("elapsed_us").integer(0, math.MaxInt64)
	o.done()
	return a
}

// readStack takes what was seen of a tablet. An empty list is an answer; null is none.
func (op *Op) readStack(v value) {
	if !v.given() {
		return
	}
	op.Stacked = true
	v.list(func(e value) { op.Stack = append(op.Stack, readStackRun(e.object())) })
}

// readStackRun takes one run of a stack. A memtable has other fields than an SSTable, and only a
// mini or minor can be old: of the majors just the newest is listed.
func readStackRun(o *object) StackRun {
	run := StackRun{Kind: o.need("kind").oneOf("kind", stackKinds)}
	switch run.Kind {
	case "":
		return run // nothing is known about the other fields
	case KindMemtable:
		run.Active = o.need("active").boolean()
		// Null when the memtable was gone before its counts could be read.
		keys := o.maybe("keys")
		run.HasKeys = keys.given()
		run.Keys = keys.integer(0, math.MaxInt64)
		run.MemUsed = o.maybe("mem_used").integer(0, math.MaxInt64)
		run.Inserts = o.maybe("inserts").integer(0, math.MaxInt64)
		run.Updates = o.maybe("updates").integer(0, math.MaxInt64)
		run.Deletes = o.maybe("deletes").integer(0, math.MaxInt64)
	default:
		run.Rows = o.nullable("rows")
		blocks := o.maybe("blocks")
		run.HasBlocks = blocks.given()
		run.Blocks = blocks.integer(0, math.MaxInt64)
		if run.Kind == KindMini || run.Kind == KindMinor {
			run.Old = o.need("old").boolean()
		}
	}
	o.done()
	return run
}
