package record

// A state line, shortened:
//
//	{"kind":"state","label":"mem1","at":1.5,
//	 "stacks":{"sbtest1":[{"kind":"MAJOR","start_scn":0,"end_scn":1796063240000000000,
//	   "bytes":19872784,"frozen":false,"rows":250000,"blocks":1221}],"sbtest1.k":[...]},
//	 "memstore":{"active_span":6291456,"freeze_trigger":79466746,"freeze_cnt":0,"used":6291456,
//	   "limit":2576980360},
//	 "memtables":[{"tablet":"sbtest1","active":true,"mem_used":2097152,"keys":6000,"inserts":10,
//	   "updates":6400,"deletes":10}],
//	 "history":[{"tablet":"sbtest1","type":"MINI_MERGE","start":"2026-12-01 01:08:06.188678",
//	   "finish":"2026-12-01 01:08:06.260476","rows":10465,"new_rows":10465,"bytes":177380,
//	   "inputs":"table_cnt=1,start_scn=...,end_scn=...;"}]}
//
// As in a phase, what was measured may be null or missing as a whole, and is complete if not.

import (
	"fmt"
	"math"
)

// State is what the server showed at one moment. All but Label and At is measured: zero if blanked.
type State struct {
	Label     string
	At        float64                // Unix seconds
	Stacks    map[string][]TabletRun // by tablet: sbtest1, and sbtest1.k for its index
	Memstore  Memstore
	Memtables []Memtable
	History   []Merge // of all tablets, oldest first, as far as the server remembers
}

// TabletRun is a run of a tablet's stack that a read would open: a row of GV$OB_SSTABLES.
type TabletRun struct {
	Kind             string // KindMajor, ...
	StartSCN, EndSCN int64  // an active memtable ends far in the future
	Bytes            int64
	Frozen           bool   // a memtable that takes no more writes
	Rows             *int64 // physical rows; nil if null, as for a memtable
	Blocks           *int64 // data micro blocks; nil if null
}

// Memstore is the row of GV$OB_MEMSTORE. All but FreezeCnt are bytes.
type Memstore struct {
	ActiveSpan, FreezeTrigger, FreezeCnt, Used, Limit int64
}

// Memtable is a row of __all_virtual_memstore_info.
type Memtable struct {
	Tablet                    string
	Active                    bool
	MemUsed                   int64 // bytes
	Keys                      int64 // distinct keys
	Inserts, Updates, Deletes int64 // version nodes by kind
}

// Merge is a row of GV$OB_TABLET_COMPACTION_HISTORY.
type Merge struct {
	Tablet        string
	Type          string // MINI_MERGE, MINOR_MERGE, MAJOR_MERGE, ...
	Start, Finish string // in the server's local time, as it writes it
	Rows, NewRows int64
	Bytes         int64
	Inputs        string // the tables merged, as the server describes them
}

// readState takes a state line.
func readState(o *object) *State {
	s := &State{
		Label: o.need("label").str(),
		At:    o.need("at").number(epochSecondsMax),
	}
	if stacks := o.maybe("stacks"); stacks.given() {
		s.Stacks = readStacks(stacks)
	}
	if memstore := o.maybe("memstore"); memstore.given() {
		s.Memstore = readMemstore(memstore.object())
	}
	o.maybe("memtables").list(func(e value) {
		s.Memtables = append(s.Memtables, readMemtable(e.object()))
	})
	o.maybe("history").list(func(e value) {
		s.History = append(s.History, readMerge(e.object()))
	})
	return s
}

// readStacks takes the stacks of all tablets. An empty stack is kept: a tablet no one has written.
func readStacks(v value) map[string][]TabletRun {
	stacks := make(map[string][]TabletRun, v.node.count)
	v.entries(func(tablet string, e value) {
		stack := []TabletRun{}
		e.list(func(e value) { stack = append(stack, readTabletRun(e.object())) })
		stacks[tablet] = stack
	})
	return stacks
}

// readTabletRun takes one run of a stack.
func readTabletRun(o *object) TabletRun {
	end := o.need("end_scn")
	run := TabletRun{
		Kind:     o.need("kind").oneOf("kind", stackKinds),
		StartSCN: o.need("start_scn").integer(0, math.MaxInt64),
		EndSCN:   end.integer(0, math.MaxInt64),
		Bytes:    o.need("bytes").integer(0, math.MaxInt64),
		Frozen:   o.need("frozen").boolean(),
		Rows:     o.nullable("rows"),
		Blocks:   o.nullable("blocks"),
	}
	if run.EndSCN < run.StartSCN {
		end.fail(fmt.Errorf("%d is before start_scn, %d", run.EndSCN, run.StartSCN))
	}
	o.done()
	return run
}

// readMemstore takes the tenant's memory at that moment.
func readMemstore(o *object) Memstore {
	m := Memstore{
		ActiveSpan:    o.need("active_span").integer(0, math.MaxInt64),
		FreezeTrigger: o.need("freeze_trigger").integer(0, math.MaxInt64),
		FreezeCnt:     o.need("freeze_cnt").integer(0, math.MaxInt64),
		Used:          o.need("used").integer(0, math.MaxInt64),
		Limit:         o.need("limit").integer(0, math.MaxInt64),
	}
	o.done()
	return m
}

// readMemtable takes one memtable.
func readMemtable(o *object) Memtable {
	m := Memtable{
		Tablet:  o.need("tablet").str(),
		Active:  o.need("active").boolean(),
		MemUsed: o.need("mem_used").integer(0, math.MaxInt64),
		Keys:    o.need("keys").integer(0, math.MaxInt64),
		Inserts: o.need("inserts").integer(0, math.MaxInt64),
		Updates: o.need("updates").integer(0, math.MaxInt64),
		Deletes: o.need("deletes").integer(0, math.MaxInt64),
	}
	o.done()
	return m
}

// readMerge takes one line of the compaction history.
func readMerge(o *object) Merge {
	m := Merge{
		Tablet:  o.need("tablet").str(),
		Type:    o.need("type").str(),
		Start:   o.need("start").str(),
		Finish:  o.need("finish").str(),
		Rows:    o.need("rows").integer(0, math.MaxInt64),
		NewRows: o.need("new_rows").integer(0, math.MaxInt64),
		Bytes:   o.need("bytes").integer(0, math.MaxInt64),
		Inputs:  o.need("inputs").str(),
	}
	o.done()
	return m
}
