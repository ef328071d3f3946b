package protocol

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/readamp/readamp/lsm/keydist"
	"github.com/readamp/readamp/lsm/workload"
)

func TestDefaultsValidate(t *testing.T) {
	for _, protocol := range Protocols() {
		s := Defaults()
		s.Protocol = protocol
		if err := s.Validate(); err != nil {
			t.Errorf("%s: %v", protocol, err)
		}
	}
}

func TestValidateReports(t *testing.T) {
	for _, c := range []struct {
		change func(*Settings)
		want   string
	}{
		{func(s *Settings) { s.Protocol = "lader" }, `unknown protocol "lader"`},
		{func(s *Settings) { s.Protocol, s.LadderSteps = Ladder, 16 }, "want 1 to 15"},
		{func(s *Settings) { s.Threads = 0 }, "threads: 0, want 1 to 1024"},
		{func(s *Settings) { s.ReadSeconds = 0 }, "seconds of a reading phase: 0"},
		{func(s *Settings) { s.ReadSeconds = math.NaN() }, "seconds of a reading phase: NaN"},
		{func(s *Settings) { s.RefSeconds = math.Inf(1) }, "seconds of a ref: +Inf"},
		{func(s *Settings) { s.WriteSeconds = 0 }, "seconds of a writing phase: 0"},
		{func(s *Settings) { s.WarmSeconds = -1 }, "seconds of warm-up: -1"},
		{func(s *Settings) { s.IdleSeconds = 1e9 }, "seconds of idling"},
		{func(s *Settings) { s.WriteEvents = -1 }, "events of a writing phase: -1"},
		{func(s *Settings) { s.BaseRepeats = 0 }, "repeats of base: 0"},
		{func(s *Settings) { s.RecoveredRepeats = 101 }, "repeats of recovered: 101"},
		{func(s *Settings) { s.Rate = -1 }, "rate: -1"},
		{func(s *Settings) { s.ReferenceRows = 0 }, "rows of the reference table: 0"},
		{func(s *Settings) { s.Options.RangeSize = 0 }, "--range-size is 0"},
		{func(s *Settings) { s.Options.Tables = 1001 }, "tables: 1001, want 1 to 1000"},
		{func(s *Settings) { s.Options.PointSelects, s.Options.RangeSelects = 0, false },
			"oltp_read_only reads nothing"},
		{func(s *Settings) {
			s.Options.IndexUpdates, s.Options.NonIndexUpdates, s.Options.DeleteInserts = 0, 0, 0
		}, "oltp_write_only writes nothing"},
	} {
		s := Defaults()
		c.change(&s)
		err := s.Validate()
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		} else if strings.Contains(err.Error(), "\n") {
			t.Errorf("more than one problem: %v", err)
		}
	}
}

func TestValidateJoins(t *testing.T) {
	s := Defaults()
	s.Threads, s.ReadSeconds, s.Protocol = 0, 0, "x"
	if err := s.Validate(); err == nil || strings.Count(err.Error(), "\n") != 2 {
		t.Errorf("want three problems, have: %v", err)
	}
	s = Defaults()
	s.WriteSeconds, s.WriteEvents = 0, 5
	if err := s.Validate(); err != nil {
		t.Errorf("a writing phase that ends after events needs no seconds: %v", err)
	}
}

func TestTables(t *testing.T) {
	s := small()
	if got := s.Tables(); got.Tables != 2 || got.Rows != 1000 || !got.Indexed || got.Seed != 1 {
		t.Errorf("measured tables %+v", got)
	}
	s.Options.CreateSecondary, s.ReferenceRows = false, 77
	if s.Tables().Indexed {
		t.Error("the measured tables have an index in spite of --create-secondary=off")
	}
	if got := s.ReferenceTables(); got.Tables != 1 || got.Rows != 77 {
		t.Errorf("reference tables %+v", got)
	}
}

func TestChangedOptions(t *testing.T) {
	for _, c := range []struct {
		args []string
		want []string
	}{
		{nil, []string{}},
		{[]string{"--tables=9", "--table-size=5", "--rand-type=pareto"}, []string{}},
		{[]string{"--skip-trx", "--range-size=20"}, []string{"--range-size=20", "--skip-trx=on"}},
		{[]string{"--point-selects=0", "--rand-spec-pct=0", "--rand-pareto-h=0.25"},
			[]string{"--point-selects=0", "--rand-spec-pct=0", "--rand-pareto-h=0.25"}},
	} {
		o, err := workload.ParseOptions(readOnly, c.args)
		if err != nil {
			t.Fatal(err)
		}
		if got := changedOptions(o); !slices.Equal(got, c.want) || got == nil {
			t.Errorf("%v: got %q, want %q", c.args, got, c.want)
		}
	}
}

// TestOptionsRoundTrip changes every option, so that one that is forgotten is noticed.
func TestOptionsRoundTrip(t *testing.T) {
	want := workload.Options{Script: readOnly, Tables: 1, TableSize: 10_000, RandType: "special",
		RangeSize: 7, PointSelects: 2, SimpleRanges: 3, SumRanges: 4, OrderRanges: 5,
		DistinctRanges: 6, IndexUpdates: 7, NonIndexUpdates: 8, DeleteInserts: 9,
		SkipTrx: true, Rand: keydist.Options{SpecIter: 3, SpecPct: 4, SpecRes: keydist.Zero,
			ParetoH: 0.5, ZipfianExp: 1.5}}
	got, err := workload.ParseOptions(readOnly, changedOptions(want))
	if err != nil {
		t.Fatal(err)
	}
	if got != want {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}
