package answers

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/model"
	"github.com/readamp/readamp/validate"
	"github.com/readamp/readamp/validate/record"
)

// config is the first line of runs written by hand: two tables of 2,000 rows.
const config = `{"kind":"config","protocol":"ladder","engine":"5.7.25-OceanBase seekdb-v1.2.0.0",` +
	`"sysbench":"sysbench 1.0.20","cores":2,"threads":2,"rand_type":"special","tables":2,` +
	`"table_size":2000,"options":["--skip-trx=on"],"params":{"minor_compact_trigger":"16"}}`

// Lines of hand-made runs. The reference load says that phases of 10 seconds have 400 statements.
const (
	ref   = `{"kind":"ref","start":10,"end":20,"queries":400,"server_cpu_s":4}`
	major = `{"kind":"do","do":"freeze major","start":1,"end":2,"result":"settled"}`
	minor = `{"kind":"do","do":"freeze minor","start":1,"end":2,"result":"settled"}`
	merge = `{"kind":"do","do":"set minor_compact_trigger=0","start":1,"end":2}`
	read  = `{"kind":"phase","label":"read","script":"oltp_read_only","warm":false,"start":20,` +
		`"end":30,"seconds":10}`
)

func write(script string, writes int) string {
	return fmt.Sprintf(`{"kind":"phase","label":"write","script":%q,"warm":false,"start":20,`+
		`"end":30,"seconds":10,"queries":{"write":%d,"total":%d}}`, script, writes, writes)
}

func runOf(t *testing.T, config string, lines ...string) *record.Run {
	t.Helper()
	text := strings.Join(append([]string{config, ref}, lines...), "\n") + "\n"
	run, err := record.ReadRun("hand/phases.jsonl", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// cost prices every load that the runs here have.
func cost() *model.Cost {
	return &model.Cost{Constant: map[string]float64{"get": 0.5, "range": 1},
		Unit: map[string]float64{"fast_row": 0.001}, Server: 0.8,
		Client: map[string]float64{"oltp_point_select": 0.1, "oltp_read_only": 0.2,
			"oltp_read_write": 0.3}}
}

func compared(t *testing.T, run *record.Run, mirror validate.Mirror) (*validate.RunReport, error) {
	t.Helper()
	rules, err := lsm.RulesFor("seekdb", "amd64")
	if err != nil {
		t.Fatal(err)
	}
	return validate.CompareAnswers(context.Background(), run, rules, cost(), mirror)
}

func stored(t *testing.T) *Stored {
	s := new(Stored)
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// TestStored: histories in which every kind of statement and action occurs count the same on
// stored rows, statement by statement.
func TestStored(t *testing.T) {
	for _, c := range []struct {
		name   string
		change [2]string // in the config
		lines  []string
	}{
		{"updates and pairs", [2]string{}, []string{major, read, write("oltp_write_only", 4000),
			read, minor, read, write("oltp_update_index", 900), minor, read, merge, read, major,
			read}},
		{"transactions", [2]string{"trx=on", "trx=off"}, []string{
			write("oltp_write_only", 4000), write("oltp_read_write", 400), minor, read,
			write("oltp_read_write", 400), major, read}},
		{"uniform", [2]string{"special", "uniform"}, []string{
			write("oltp_update_non_index", 4000), read, minor, read,
			write("oltp_write_only", 400), read}},
		{"rows come", [2]string{}, []string{write("oltp_write_only", 4000),
			write("oltp_insert", 300), read, minor, read, major, read}},
		{"rows go", [2]string{"special", "uniform"}, []string{write("oltp_delete", 3000), read,
			minor, write("oltp_write_only", 4000), read, minor, read, major, read}},
		{"adaptive", [2]string{`"params":{`, `"params":{"_enable_adaptive_compaction":"True",`},
			[]string{write("oltp_write_only", 4000), minor, read, write("oltp_write_only", 400),
				minor, read}},
	} {
		run := runOf(t, strings.Replace(config, c.change[0], c.change[1], 1), c.lines...)
		report, err := compared(t, run, stored(t))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if report.MirroredStatements < 1000 || len(report.Answers) == 0 {
			t.Errorf("%s: %d statements, %d answers", c.name, report.MirroredStatements,
				len(report.Answers))
		}
		if d := validate.Worst(report.Answers).StoredFromSimulated; *d != 0 {
			t.Errorf("%s: stored rows differ by %v", c.name, *d)
		}
	}
}

// liar adds a row to what one of its statements counts.
type liar struct {
	*Stored
	at int
}

func (l *liar) Execute(s workload.Statement) (lsm.Counters, error) {
	c, err := l.Stored.Execute(s)
	if l.at--; l.at == 0 {
		c.Ssstore++
	}
	return c, err
}

// TestDifferenceShows: one counter that is off by one is an error that says where, and what both
// engines count.
func TestDifferenceShows(t *testing.T) {
	run := runOf(t, config, major, read, write("oltp_update_index", 10), read)
	if _, err := compared(t, run, &liar{stored(t), 0}); err != nil {
		t.Fatalf("without a lie: %v", err)
	}
	for at, want := range map[int]string{
		1:  "hand/phases.jsonl:4: phase read oltp_read_only, statement 1, get of sbtest",
		11: "hand/phases.jsonl:4: phase read oltp_read_only, statement 11, range of sbtest",
	} {
		_, err := compared(t, run, &liar{stored(t), at})
		if err == nil || !strings.HasPrefix(err.Error(), want) ||
			!strings.Contains(err.Error(), ": the simulation counts {Returned:") ||
			!strings.Contains(err.Error(), ", the mirror {Returned:") {
			t.Errorf("got %v, want %s and both counters", err, want)
		}
	}
}

// TestClosedForm: as far as it goes, the closed form is near what is counted.
func TestClosedForm(t *testing.T) {
	report, err := compared(t, runOf(t, config, major, read, write("oltp_write_only", 3000), read,
		minor, read, write("oltp_update_index", 500), minor, read, merge, read,
		write("oltp_insert", 1), read), stored(t))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, a := range report.Answers {
		if a.Statement == "get" {
			if a.ClosedForm != nil {
				t.Errorf("of gets: %v", *a.ClosedForm)
			}
			continue
		}
		switch {
		case a.ClosedForm == nil:
			got = append(got, "none")
		case *a.ClosedForm > 0.9*a.Simulated && *a.ClosedForm < 1.1*a.Simulated:
			got = append(got, "near")
		default:
			got = append(got, fmt.Sprintf("%.0f for %.0f", *a.ClosedForm, a.Simulated))
		}
	}
	if want := "near near near near near none"; strings.Join(got, " ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestErrors: what can't be stored is said before it is tried.
func TestErrors(t *testing.T) {
	s := stored(t)
	want := "2 tables of 30000000 rows, at most 20000000 rows in all are stored"
	err := s.Load(t.Context(), lsm.DefaultOptions(), lsm.Rules{},
		&record.Config{Tables: 2, TableSize: 30_000_000})
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if _, err := s.Execute(workload.Statement{Kind: workload.Get, Table: 1, ID: 1}); err == nil {
		t.Error("a get of a table that there isn't is no error")
	}
	if err := s.Close(); err != nil {
		t.Errorf("closing nothing: %v", err)
	}
}

// TestRecordedStart executes the first phases of a recorded run.
func TestRecordedStart(t *testing.T) {
	run, err := record.OpenRun(filepath.Join("..", "..", "testdata", "runs", "ladder-special-2t"))
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range run.Entries { // up to the first state above a mini, the base once
		if e.Phase != nil && e.Phase.Label == "mini1" && !e.Phase.Warm {
			run.Entries = run.Entries[:i+3]
			break
		}
	}
	for _, e := range run.Entries {
		if e.Phase != nil {
			e.Phase.Seconds /= 8
		}
	}
	report, err := compared(t, run, stored(t))
	if err != nil {
		t.Fatal(err)
	}
	worst := validate.Worst(report.Answers)
	if *worst.StoredFromSimulated != 0 || *worst.RangeStoredPct > 3 ||
		*worst.RangeClosedFormPct > 3 {
		t.Errorf("worst differences %v, %v %%, %v %%", *worst.StoredFromSimulated,
			*worst.RangeStoredPct, *worst.RangeClosedFormPct)
	}
}
