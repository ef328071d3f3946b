package freeze_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/lsm/workload"
)

// recordedLine is what these tests read of a line of phases.jsonl.
type recordedLine struct {
	Kind, Label, Script string
	Start               float64
	Seconds             float64
	Queries             json.RawMessage // a number in lines of kind ref
	Intervals           []float64       // statements per second, second by second
	Samples             []recordedSample
	Memstore            struct {
		ActiveSpan    int64 `json:"active_span"`
		FreezeTrigger int64 `json:"freeze_trigger"`
		Limit         int64
	}
	Memtables []struct {
		Tablet string
		Keys   int64
	}
}

type recordedSample struct {
	At         float64
	ActiveSpan int64 `json:"active_span"`
	FreezeCnt  int   `json:"freeze_cnt"`
	Used       int64 `json:"memstore_used"`
}

func readRun(t testing.TB, name string) []recordedLine {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "runs", name, "phases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var lines []recordedLine
	scanner := bufio.NewScanner(bytes.NewReader(text))
	scanner.Buffer(nil, 16<<20)
	for scanner.Scan() {
		var l recordedLine
		if err := json.Unmarshal(scanner.Bytes(), &l); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, l)
	}
	return lines
}

// statementsAt is the number of statements a phase had sent after so many seconds.
func (l recordedLine) statementsAt(seconds float64) int {
	total := 0.0
	for i, perSecond := range l.Intervals {
		total += perSecond * min(max(seconds-float64(i), 0), 1)
	}
	return int(total)
}

// secondsAt is when a phase had sent so many statements.
func (l recordedLine) secondsAt(statements int) float64 {
	for i := range l.Intervals {
		if after := l.statementsAt(float64(i + 1)); after >= statements {
			before := l.statementsAt(float64(i))
			return float64(i) + float64(statements-before)/math.Max(float64(after-before), 1)
		}
	}
	return l.Seconds
}

func (l recordedLine) writes() int {
	var q struct{ Write int }
	_ = json.Unmarshal(l.Queries, &q) // checked by the reader of runs
	return q.Write
}

// writer sends oltp_write_only's statements to tables of four and keeps their memtables' bytes.
type writer struct {
	arena       *freeze.Arena
	main, index *freeze.RowBytes
	stream      *workload.Stream
	statements  []workload.Statement
	tables      [4]writerTable
	frozen      []freeze.Memtable
	rowBytes    int64
}

type writerTable struct {
	main, index freeze.Memtable
	rows        map[int64]*versions
	indexed     map[int64]bool // ids whose index entry came to this memtable
	indexKeys   int64
}

func newWriter(t testing.TB, randType string) *writer {
	o, err := workload.ParseOptions("oltp_write_only", []string{"--tables=4",
		"--table-size=250000", "--skip-trx=on", "--rand-type=" + randType})
	if err != nil {
		t.Fatal(err)
	}
	stream, err := workload.NewStream(o, 1)
	if err != nil {
		t.Fatal(err)
	}
	w := &writer{arena: freeze.NewArena(1), stream: stream,
		main:  freeze.NewRowBytes(freeze.SysbenchTable()),
		index: freeze.NewRowBytes(freeze.SysbenchIndex())}
	return w
}

// open begins new memtables and gives each its first bytes.
func (w *writer) open() {
	for i := range w.tables {
		w.tables[i] = writerTable{main: w.arena.Open(), index: w.arena.Open(),
			rows: map[int64]*versions{}, indexed: map[int64]bool{}}
		w.alloc(w.tables[i].main, freeze.MemtableBytes)
		w.alloc(w.tables[i].index, freeze.MemtableBytes)
	}
}

func (w *writer) freeze() {
	w.arena.FreezeAll()
	for _, table := range w.tables {
		w.frozen = append(w.frozen, table.main, table.index)
	}
	w.open()
}

func (w *writer) release() {
	for _, m := range w.frozen {
		w.arena.Release(m)
	}
	w.frozen = w.frozen[:0]
}

func (w *writer) alloc(m freeze.Memtable, bytes int64) {
	bytes += bytes * freeze.InnerPerMille / 1000
	w.rowBytes += bytes
	w.arena.Alloc(m, bytes)
}

// next does one statement.
func (w *writer) next() {
	if len(w.statements) == 0 {
		w.statements = w.stream.Event(w.statements[:0])
	}
	s := w.statements[0]
	w.statements = w.statements[1:]
	const limit = 6 // row_compaction_update_limit of the runs
	table := &w.tables[s.Table-1]
	row := table.rows[s.ID]
	if row == nil {
		row = &versions{}
		table.rows[s.ID] = row
	}
	switch s.Kind {
	case workload.IndexUpdate:
		w.alloc(table.main, row.Update(w.main, limit, 1))
		w.deleteEntry(table, s.ID)
		w.insertEntry(table, s.ID)
	case workload.NonIndexUpdate:
		w.alloc(table.main, row.Update(w.main, limit, 2))
	case workload.Delete:
		w.alloc(table.main, row.Delete(w.main, limit))
		w.deleteEntry(table, s.ID)
	case workload.Insert:
		w.alloc(table.main, row.Insert(w.main, limit))
		w.insertEntry(table, s.ID)
	}
}

// deleteEntry deletes the index entry of a row: a new key unless the entry came to this memtable.
func (w *writer) deleteEntry(table *writerTable, id int64) {
	bytes := w.index.Delete()
	if !table.indexed[id] {
		bytes += w.index.NewKey()
		table.indexKeys++
	}
	w.alloc(table.index, bytes)
}

// insertEntry adds an index entry with another k, so with a new key.
func (w *writer) insertEntry(table *writerTable, id int64) {
	table.indexed[id] = true
	table.indexKeys++
	w.alloc(table.index, w.index.NewKey()+w.index.Insert())
}
