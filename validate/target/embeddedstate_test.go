package target

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/validate/record"
)

// shape is a stack in a few words.
func shape(stack []record.TabletRun) string {
	var words []string
	for _, r := range stack {
		word := strings.ToLower(r.Kind)
		if r.Rows != nil {
			word += fmt.Sprintf(":%d", *r.Rows)
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

// TestStates follows a table through a write, a mini and a major.
func TestStates(t *testing.T) {
	e := prepared(t, testOptions(t), 1, 100)
	s := e.Session(1)
	o := script(t, "oltp_update_index", 1, 100)
	for _, c := range []struct {
		what                 string
		act                  func()
		table, index, sample string // %s: what depends on the ids
		freezes              int64
	}{
		{"prepared", func() {}, "major:100", "major:100", "B", 0},
		{"written", func() { events(t, s, o, 1, nil) },
			"major:100 memtable", "major:100 memtable", "Ba", 0},
		{"frozen", func() { do(t, e, record.Action{Kind: record.FreezeMinor}) },
			"major:100 mini:1", "major:100 mini:2", "Bi", 1},
		{"written again", func() { events(t, s, o, 1, nil) },
			"major:100 mini:1 memtable", "major:100 mini:2 memtable", "Bia", 1},
		{"merged", func() { do(t, e, record.Action{Kind: record.FreezeMajor}) },
			"major:100", "major:100", "B", 0},
	} {
		c.act()
		state, err := e.State()
		if err != nil {
			t.Fatal(err)
		}
		table, index := shape(state.Stacks["sbtest1"]), shape(state.Stacks["sbtest1.k"])
		sample := e.Sample()
		if table != c.table || index != c.index || sample.Stacks["sbtest1"] != c.sample {
			t.Errorf("%s: %s; %s; %s", c.what, table, index, sample.Stacks["sbtest1"])
		}
		if m := state.Memstore; m.FreezeCnt != c.freezes || sample.FreezeCnt != c.freezes ||
			(m.Used > 0) != strings.HasSuffix(c.sample, "a") || m.Used != sample.MemstoreUsed {
			t.Errorf("%s: memstore %+v, sample %+v", c.what, m, sample)
		}
	}
	checkHistory(t, e)
}

// checkHistory looks at the merges that TestStates made.
func checkHistory(t *testing.T, e *Embedded) {
	t.Helper()
	state, err := e.State()
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, m := range state.History {
		start, startErr := time.Parse(mergeTime, m.Start)
		finish, finishErr := time.Parse(mergeTime, m.Finish)
		if startErr != nil || finishErr != nil || finish.Before(start) || m.Bytes == 0 {
			t.Errorf("merge %+v", m)
		}
		list = append(list, fmt.Sprintf("%s %s %d", m.Tablet, m.Type, m.Rows))
	}
	want := "sbtest1 MINI_MERGE 1, sbtest1.k MINI_MERGE 2, sbtest1 MINI_MERGE 1, " +
		"sbtest1.k MINI_MERGE 2, sbtest1 MAJOR_MERGE 100, sbtest1.k MAJOR_MERGE 100"
	if got := strings.Join(list, ", "); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// TestMemtablesOfAState has the numbers that a prediction of their sizes is judged by.
func TestMemtablesOfAState(t *testing.T) {
	e := prepared(t, testOptions(t), 1, 100)
	o := script(t, "oltp_write_only", 1, 100, "--skip-trx=on", "--index-updates=0")
	events(t, e.Session(1), o, 1, nil) // an update of c, a delete and an insert
	state, err := e.State()
	if err != nil || len(state.Memtables) != 2 {
		t.Fatalf("memtables %+v, %v", state, err)
	}
	m := state.Memtables[0]
	if m.Tablet != "sbtest1" || !m.Active || m.Inserts != 1 || m.Updates != 1 || m.Deletes != 1 ||
		m.Keys != 2 || m.MemUsed < 500 {
		t.Errorf("%+v", m)
	}
}

// smallOptions have a memstore of so many MB and a trigger of 1 percent of it.
func smallOptions(t *testing.T, megabytes int64) EmbeddedOptions {
	o := testOptions(t)
	o.Server.MemstoreLimitBytes = megabytes << 20
	o.Options.FreezeTriggerPercentage = 1
	return o
}

// writeUntil executes events until something holds, at most as many as a second or two takes.
func writeUntil(t *testing.T, e *Embedded, holds func() bool) {
	t.Helper()
	o, s := script(t, "oltp_write_only", 1, 1000), e.Session(1)
	for range 1000 {
		if events(t, s, o, 200, nil); holds() {
			return
		}
	}
	t.Error("does not come")
}

// TestFreezesByMemory: the watch freezes as rows come, and each dump makes room.
func TestFreezesByMemory(t *testing.T) {
	o := smallOptions(t, 200)
	o.Options.MinorCompactTrigger = 16
	e := prepared(t, o, 1, 1000)
	writeUntil(t, e, func() bool { return strings.HasPrefix(e.Sample().Stacks["sbtest1"], "Bii") })
	if n := e.Sample().FreezeCnt; n < 2 {
		t.Errorf("%d freezes", n)
	}
}

// TestMajorInstead: after so many freezes by memory comes a major one.
func TestMajorInstead(t *testing.T) {
	o := smallOptions(t, 200)
	o.Options.MajorCompactTrigger = 1
	e := prepared(t, o, 1, 1000)
	writeUntil(t, e, func() bool {
		state, err := e.State()
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range state.History {
			if m.Type == "MAJOR_MERGE" {
				return true
			}
		}
		return false
	})
}

// TestFullMemstore: with a trigger that is never reached, writers wait for dumps and go on.
func TestFullMemstore(t *testing.T) {
	o := smallOptions(t, 20)
	o.Options.FreezeTriggerPercentage = 99
	o.Unit.CPUs = 1
	e := prepared(t, o, 1, 1000)
	writeUntil(t, e, func() bool { return e.Sample().FreezeCnt >= 2 })
}

// TestRoom looks at the waiting by itself.
func TestRoom(t *testing.T) {
	var r room
	r.init()
	if err := r.wait(); err != nil {
		t.Fatal(err)
	}
	r.set(true)
	woken := make(chan error)
	go func() { woken <- r.wait() }()
	r.set(false)
	if err := <-woken; err != nil {
		t.Error(err)
	}
	r.set(true)
	go func() { woken <- r.wait() }()
	r.fail(fmt.Errorf("disk full"))
	if err := <-woken; err == nil {
		t.Error("woken without the error")
	}
	r.set(false)
	if err := r.wait(); err == nil {
		t.Error("a failed engine has room")
	}
}

// TestFigures turns bytes of rows into pages.
func TestFigures(t *testing.T) {
	e := prepared(t, testOptions(t), 1, 1000)
	if f := e.figures(); f != (freeze.Figures{}) {
		t.Errorf("nothing written: %+v", f)
	}
	events(t, e.Session(1), script(t, "oltp_write_only", 1, 1000), 1, nil)
	open := int64(2*2) * freeze.PageBytes // two tablets, two CPUs
	if f := e.figures(); f != (freeze.Figures{UsedBytes: open, ActiveBytes: open}) {
		t.Errorf("one event: %+v", f)
	}
	writeUntil(t, e, func() bool { return e.figures().RetiredBytes > 0 })
	active, _ := e.tenant.MemstoreBytes()
	if f := e.figures(); f.ActiveBytes < active || f.ActiveBytes > active+open+freeze.PageBytes {
		t.Errorf("%d bytes of rows: %+v", active, f)
	}
}

// TestPast finds the newest commit of a time.
func TestPast(t *testing.T) {
	var p past
	begin := time.Unix(1000, 0)
	at := func(s int) time.Time { return begin.Add(time.Duration(s) * time.Second) }
	for i := range 10 {
		p.note(at(i), lsm.SCN(100*i+1), 2*time.Second) // every other one is kept
	}
	for _, c := range []struct {
		seconds int
		want    lsm.SCN
	}{{-1, 0}, {0, 1}, {1, 1}, {2, 201}, {5, 401}, {50, 801}} {
		if got := p.at(at(c.seconds)); got != c.want {
			t.Errorf("at %d s: %d, want %d", c.seconds, got, c.want)
		}
	}
}
