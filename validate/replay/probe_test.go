package replay

import (
	"encoding/json"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/validate/record"
)

func inText(t *testing.T, f Figures) string {
	t.Helper()
	text, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestJudgeRead has a read that returns 5 rows of 7 read, 3 in memory and 4 on disk, with one hit
// in the fuse row cache. A cold statement may show one or two SSTable rows more, and nothing else.
func TestJudgeRead(t *testing.T) {
	ours := lsm.Counters{Returned: 5, Memstore: 3, Ssstore: 4, FuseHit: 1}
	same := record.Audit{Returned: 5, Memstore: 3, Ssstore: 4, FuseHit: 1}
	const warm, disk, block, touch = "warm", "disk", "block", "touch"
	cases := []struct {
		name  string
		cold  string
		kind  record.OpKind
		spoil func(*record.Audit)
		want  Verdict
	}{
		{"equal", warm, record.OpScan, func(*record.Audit) {}, Exact},
		{"equal", touch, record.OpScan, func(*record.Audit) {}, Exact},
		{"+1", warm, record.OpScan, func(a *record.Audit) { a.Ssstore++ }, Differing},
		{"+1", disk, record.OpScan, func(a *record.Audit) { a.Ssstore++ }, ColdExtra},
		{"+1", block, record.OpGet, func(a *record.Audit) { a.Ssstore++ }, ColdExtra},
		{"+1", touch, record.OpSum, func(a *record.Audit) { a.Ssstore++ }, ColdExtra},
		{"+2", disk, record.OpScan, func(a *record.Audit) { a.Ssstore += 2 }, ColdExtra},
		{"+2", block, record.OpScan, func(a *record.Audit) { a.Ssstore += 2 }, ColdExtra},
		{"+2", touch, record.OpScan, func(a *record.Audit) { a.Ssstore += 2 }, ColdExtra},
		{"+3", disk, record.OpScan, func(a *record.Audit) { a.Ssstore += 3 }, Differing},
		{"+3", block, record.OpMget, func(a *record.Audit) { a.Ssstore += 3 }, Differing},
		{"+3", touch, record.OpScan, func(a *record.Audit) { a.Ssstore += 3 }, Differing},
		{"-1", warm, record.OpScan, func(a *record.Audit) { a.Ssstore-- }, Differing},
		{"-1", disk, record.OpScan, func(a *record.Audit) { a.Ssstore-- }, Differing},
		{"-1", touch, record.OpScan, func(a *record.Audit) { a.Ssstore-- }, Differing},
		{"returned", disk, record.OpScan, func(a *record.Audit) { a.Returned++ }, Differing},
		{"memstore", touch, record.OpScan, func(a *record.Audit) { a.Memstore++ }, Differing},
		{"memstore", disk, record.OpScan, func(a *record.Audit) { a.Memstore-- }, Differing},
		{"fuse hit", disk, record.OpGet, func(a *record.Audit) { a.FuseHit-- }, Differing},
		{"row from one to the other", disk, record.OpScan,
			func(a *record.Audit) { a.Ssstore, a.Memstore = 5, 2 }, Differing},
		// What block scan does below a limit is not known to the row: only what is returned and
		// what the memtables give is compared.
		{"limit", warm, record.OpLscan, func(a *record.Audit) { a.Ssstore = 900 }, Exact},
		{"limit", warm, record.OpLscan, func(a *record.Audit) { a.FuseHit = 9 }, Exact},
		{"limit", touch, record.OpLscan, func(a *record.Audit) { a.Returned-- }, Differing},
		{"limit", disk, record.OpLscan, func(a *record.Audit) { a.Memstore++ }, Differing},
		// Counters that are not compared at all.
		{"times", warm, record.OpScan, func(a *record.Audit) {
			a.ExecUs, a.ElapsedUs, a.BlkHit, a.HitPlan, a.BfHit = 1, 2, 3, 1, 1
		}, Exact},
	}
	for _, c := range cases {
		engine, counted := same, ours
		switch c.cold {
		case disk:
			engine.DiskReads = 1
		case block:
			engine.BlkRead = 1
		case touch:
			counted.FirstTouch = true
		}
		c.spoil(&engine)
		if got := judgeRead(c.kind, counted, &engine); got != c.want {
			t.Errorf("%s, %s, %s: verdict %d, want %d", c.kind, c.name, c.cold, got, c.want)
		}
	}
}

// TestFigures shows the form of each kind of probe; what is not compared is left out.
func TestFigures(t *testing.T) {
	rows := int64(1000)
	stack := []record.StackRun{
		{Kind: record.KindMajor},
		{Kind: record.KindMini, Rows: &rows, Old: true},
		{Kind: record.KindMinor, Rows: &rows},
		{Kind: record.KindMemtable, HasKeys: true},
		{Kind: record.KindMemtable, Keys: 7, HasKeys: true, Active: true},
	}
	seen, known := stackFigures(stack)
	if !known {
		t.Error("the memtables' keys are recorded")
	}
	stack[3].HasKeys = false
	if _, known := stackFigures(stack); known {
		t.Error("a memtable without its keys recorded")
	}
	for _, c := range []struct {
		got  Figures
		want string
	}{
		{readFigures(record.OpScan, 5, 0, 7, 0),
			`{"returned":5,"memstore":0,"ssstore":7,"fuse_hit":0}`},
		{readFigures(record.OpLscan, 5, 0, 7, 0), `{"returned":5,"memstore":0}`},
		{seen, `{"runs":[{"kind":"MAJOR","rows":0},{"kind":"MINOR","rows":1000}],` +
			`"memtable_keys":[7]}`},
		{Figures{}, `{}`},
	} {
		if got := inText(t, c.got); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// TestDifference shows what a person gets to see of a differing probe: the statement, and the
// tablet it read at that moment.
func TestDifference(t *testing.T) {
	const nothing = `"seen":{"returned":99,"memstore":0,"ssstore":0,"bs_rows":0,"bs_blocks":0,` +
		`"fuse_hit":0,"row_hit":0,"blk_read":0,"blk_hit":0,"bf_hit":0,"exec_us":1,"elapsed_us":1}}`
	trace := written(t, true,
		`{"op":"insert","table":"t","ids":"1-500","batch":500}`,
		`{"op":"freeze","kind":"major","settled":true}`,
		`{"op":"update","table":"t","set":"k","ids":"1-100/2","times":2}`,
		`{"op":"freeze","kind":"minor","settled":true}`,
		`{"op":"update","table":"t","set":"c","ids":"1-9","times":1}`,
		`{"op":"scan","table":"t","cols":"c","from":10,"to":19,`+nothing,
		`{"op":"rscan","table":"t","cols":"k,c",`+nothing,
		`{"op":"lscan","table":"t","cols":"c","from":1,"to":99,"limit":5,`+nothing,
		`{"op":"iscan","table":"t","from":1,"to":50,`+nothing,
		`{"op":"get","table":"t","cols":"c","id":7,`+nothing,
		`{"op":"mget","table":"t","cols":"c","ids":"1-9/2,20",`+nothing,
		`{"op":"count","table":"t","from":1,"to":7,`+nothing,
		`{"op":"sum","table":"t",`+nothing,
		`{"op":"tables","table":"t.k","seen":[]}`)
	const main = "MAJOR 500 keys 500 rows | MINI 50 keys 150 rows | MEMTABLE 9 keys"
	want := []struct {
		line          int
		detail, state string
	}{
		{8, "scan t cols c from 10 to 19", main},
		{9, "rscan t cols k,c", main},
		{10, "lscan t cols c from 1 to 99 limit 5", main},
		{11, "iscan t from 1 to 50", "MAJOR 500 keys 500 rows | MINI 150 keys"},
		{12, "get t cols c id 7", main},
		{13, "mget t cols c ids 1-9/2,20", main},
		{14, "count t from 1 to 7", main},
		{15, "sum t", main},
		{16, "tables t.k", "MAJOR 500 keys 500 rows | MINI 150 keys"},
	}
	result := replayed(t, trace)
	if len(result.Differing) != len(want) {
		t.Fatalf("%d differ, want %d", len(result.Differing), len(want))
	}
	for i, w := range want {
		d := result.Differing[i]
		shown := d.State
		if len(shown) > len(w.state) {
			shown = shown[:len(w.state)]
		}
		if d.Line != w.line || d.Detail != w.detail || shown != w.state {
			t.Errorf("got line %d, %q, %q\nwant %+v", d.Line, d.Detail, d.State, w)
		}
	}
}
