package target

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/rows"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/validate/record"
)

// sampledTables is how many stacks a sample has, as in the recorded runs.
const sampledTables = 2

// endOfTime is the end that the server shows for an active memtable (end_scn).
const endOfTime = 1<<62 - 1

// recordedKinds are the kinds of runs as recorded runs call them.
var recordedKinds = map[lsm.RunKind]string{lsm.Major: record.KindMajor,
	lsm.MetaMajor: record.KindMetaMajor, lsm.Minor: record.KindMinor, lsm.Mini: record.KindMini}

// Sample is what a look at the running engine shows.
func (e *Embedded) Sample() record.Sample {
	f := e.figures()
	s := record.Sample{ActiveSpan: f.ActiveBytes, FreezeCnt: e.freezes.Load(),
		MemstoreUsed: f.UsedBytes, Stacks: map[string]string{}, Sysstat: map[string]int64{}}
	for _, t := range e.tables[:min(len(e.tables), sampledTables)] {
		s.Stacks[t.Name] = t.Main.Letters()
	}
	return s
}

// State is what the engine holds: the stacks of all tables and indexes, the memstore as the server
// would count it, and the merges since Prepare. Begins and ends of runs are numbers of commits,
// where a server has times.
func (e *Embedded) State() (*record.State, error) {
	f, l := e.figures(), e.limits.Load()
	s := &record.State{Stacks: map[string][]record.TabletRun{}, History: e.history.all(),
		Memstore: record.Memstore{ActiveSpan: f.ActiveBytes, Used: f.UsedBytes,
			FreezeTrigger: l.ShownTriggerBytes(e.rules), FreezeCnt: e.freezes.Load(),
			Limit: l.MemstoreLimitBytes}}
	for _, t := range e.tables {
		addTablet(s, t.Name, t.Main)
		for _, x := range t.Indexes {
			addTablet(s, indexName(t.Name), x.Tablet)
		}
	}
	return s, nil
}

// addTablet adds what is known of a tablet.
func addTablet(s *record.State, name string, t *rows.Tablet) {
	memtables := t.Memtables()
	s.Stacks[name] = stackOf(t.Shape(), memtables)
	for _, m := range memtables {
		s.Memtables = append(s.Memtables, record.Memtable{Tablet: name, Active: m.Active,
			MemUsed: m.Bytes, Keys: m.Keys, Inserts: m.Inserts, Updates: m.Updates,
			Deletes: m.Deletes})
	}
}

// indexName is a table's index on k in recorded runs.
func indexName(table string) string { return table + ".k" }

// tabletName is a tablet of the engine in recorded runs; the engine names indexes by their column's
// position.
func tabletName(name string) string {
	if table, ok := strings.CutSuffix(name, fmt.Sprintf(".%d", workload.ColumnK)); ok {
		return indexName(table)
	}
	return name
}

// stackOf is the stack of a tablet, oldest first.
func stackOf(runs []rows.RunShape, memtables []rows.MemtableShape) []record.TabletRun {
	stack := []record.TabletRun{}
	for _, r := range runs {
		stack = append(stack, record.TabletRun{Kind: recordedKinds[r.Kind],
			StartSCN: int64(r.Start), EndSCN: int64(r.End), Bytes: r.SizeBytes,
			Rows: &r.PhysicalRows, Blocks: &r.Blocks})
	}
	for _, m := range memtables {
		run := record.TabletRun{Kind: record.KindMemtable, StartSCN: int64(m.Start),
			EndSCN: int64(m.End), Bytes: m.Bytes, Frozen: !m.Active}
		if m.Active {
			run.EndSCN = endOfTime
		}
		stack = append(stack, run)
	}
	return stack
}

// history is every dump and merge since the tables were made.
type history struct {
	mu     sync.Mutex
	merges []record.Merge
}

// mergeTypes are the kinds of merges by what comes out of them.
var mergeTypes = map[lsm.RunKind]string{lsm.Mini: "MINI_MERGE", lsm.Minor: "MINOR_MERGE",
	lsm.Major: "MAJOR_MERGE", lsm.MetaMajor: "META_MAJOR_MERGE"}

// mergeTime is how the server writes times in its history.
const mergeTime = "2006-01-02 15:04:05.000000"

// add notes a merge.
func (h *history) add(m rows.MergeEvent) {
	at := func(t time.Time) string { return t.Format(mergeTime) }
	h.mu.Lock()
	defer h.mu.Unlock()
	h.merges = append(h.merges, record.Merge{Tablet: tabletName(m.Tablet),
		Type: mergeTypes[m.Kind], Start: at(m.Start), Finish: at(m.Finish), Rows: m.Rows,
		NewRows: m.Rows, Bytes: m.Bytes, Inputs: fmt.Sprintf("table_cnt=%d;", m.Inputs)})
}

// all are the merges so far, oldest first.
func (h *history) all() []record.Merge {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.merges)
}

// forget begins anew: that tables were loaded is no merge.
func (h *history) forget() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.merges = nil
}
