package workload

import (
	"strings"
	"testing"

	"github.com/readamp/readamp/lsm/keydist"
)

func TestParseDefaults(t *testing.T) {
	want := Options{
		Script: "oltp_read_only", Tables: 1, TableSize: 10000, RangeSize: 100,
		PointSelects: 10, SimpleRanges: 1, SumRanges: 1, OrderRanges: 1, DistinctRanges: 1,
		IndexUpdates: 1, NonIndexUpdates: 1, DeleteInserts: 1,
		RangeSelects: true, CreateSecondary: true, AutoInc: true, RandType: "special",
	}
	if got := mustParse(t, "oltp_read_only"); got != want {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestParseEveryOption(t *testing.T) {
	got := mustParse(t, "oltp_delete", "--tables=30", "--table_size=1e6", "--range-size=3",
		"--point-selects=4", "--simple-ranges=5", "--sum-ranges=6", "--order-ranges=7",
		"--distinct_ranges=8", "--index-updates=9", "--non-index-updates=10",
		"--delete-inserts=0", "--range-selects=off", "--skip-trx", "--create-secondary=false",
		"--secondary=0", "--auto-inc=off", "--rand-type=pareto", "--rand-spec-iter=2",
		"--rand-spec-pct=0", "--rand-spec-res=50", "--rand-pareto-h=0.4", "--rand-zipfian-exp=0")
	want := Options{
		Script: "oltp_delete", Tables: 30, TableSize: 1_000_000, RangeSize: 3,
		PointSelects: 4, SimpleRanges: 5, SumRanges: 6, OrderRanges: 7, DistinctRanges: 8,
		IndexUpdates: 9, NonIndexUpdates: 10, DeleteInserts: 0,
		SkipTrx: true, RandType: "pareto",
		Rand: keydist.Options{SpecIter: 2, SpecPct: keydist.Zero, SpecRes: 50, ParetoH: 0.4,
			ZipfianExp: keydist.Zero},
	}
	if got != want {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestLastOptionCounts(t *testing.T) {
	o := mustParse(t, "oltp_read_only", "--skip-trx", "--tables=2", "--skip_trx=off", "--tables=3")
	if o.SkipTrx || o.Tables != 3 {
		t.Errorf("skip-trx %v, tables %d", o.SkipTrx, o.Tables)
	}
}

func TestParseIgnores(t *testing.T) {
	got := mustParse(t, "oltp_read_only", "--threads=64", "--time=60", "--report-interval=1",
		"--db-driver=mysql", "--db-ps-mode=disable", "--mysql-host=127.0.0.1", "--mysql_db=sbtest",
		"--pgsql-variant=redshift", "--mysql-storage_engine=innodb", "--histogram", "--rand-seed=1")
	if want := mustParse(t, "oltp_read_only"); got != want {
		t.Errorf("ignored options changed %+v to %+v", want, got)
	}
}

func TestParseErrors(t *testing.T) {
	tests := []struct {
		script, arg, want string
	}{
		{"oltp_read_onyl", "", `unknown script "oltp_read_onyl"; did you mean oltp_read_only?`},
		{"", "", `unknown script ""`},
		{Queue, "", `sysbench has no script "queue"; a plan has`},
		{"oltp_delete", "run", `argument "run": want --name=value`},
		{"oltp_delete", "-tables=3", `argument "-tables=3"`},
		{"oltp_delete", "--table-sise=3",
			"unknown option --table-sise; did you mean --table-size?"},
		{"oltp_delete", "--mysql-prot=3", "did you mean --mysql-port?"},
		{"oltp_delete", "--", "unknown option --"},
		{"oltp_delete", "--tables", `--tables is "", want a number from 0 to 2147483647`},
		{"oltp_delete", "--tables=1M", `--tables is "1M", want a number`},
		{"oltp_delete", "--tables=-1", `--tables is "-1", want a number from 0`},
		{"oltp_delete", "--tables=NaN", `--tables is "NaN", want a number`},
		{"oltp_delete", "--tables=1.5", `--tables is "1.5", want a whole number`},
		{"oltp_delete", "--tables=0", "--tables is 0, want 1 to 100000"},
		{"oltp_delete", "--table-size=0", "--table-size is 0, want 1 to 2147483647"},
		{"oltp_delete", "--table-size=2147483648", "--table-size is \"2147483648\", want a number"},
		{"oltp_delete", "--range-size=0", "--range-size is 0, want 1"},
		{"oltp_delete", "--sum-ranges=10001", "--sum-ranges is 10001, want 0 to 10000"},
		{"oltp_delete", "--skip-trx=yes", `--skip-trx is "yes", want on or off`},
		{"oltp_delete", "--skip-trx=", `--skip-trx is "", want on or off`},
		{"oltp_delete", "--secondary", "--secondary=on is not supported"},
		{"oltp_insert", "--auto-inc=off", "--auto-inc=off is not supported in oltp_insert"},
		{"oltp_delete", "--rand-type=gauss", "did you mean gaussian?"},
		{"oltp_delete", "--rand-pareto-h=0", "--rand-pareto-h is 0, want more than 0"},
		{"oltp_delete", "--rand-spec-pct=101", "--rand-spec-pct is 101, want 0 to 100"},
	}
	for _, test := range tests {
		args := strings.Fields(test.arg)
		if _, err := ParseOptions(test.script, args); err == nil {
			t.Errorf("%s %s: no error", test.script, test.arg)
		} else if !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %s: %v, want %s", test.script, test.arg, err, test.want)
		}
	}
}

func TestValidateReportsEverything(t *testing.T) {
	o := Options{Script: "oltp_insert", Secondary: true, PointSelects: -1}
	want := []string{"--tables", "--table-size", "--range-size", "--point-selects", "--secondary",
		"--auto-inc", "--rand-type"}
	lines := strings.Split(o.Validate().Error(), "\n")
	if len(lines) != len(want) {
		t.Fatalf("%d complaints, want %d: %q", len(lines), len(want), lines)
	}
	for i, line := range lines {
		if !strings.Contains(line, want[i]) {
			t.Errorf("complaint %q, want one about %s", line, want[i])
		}
	}
	if _, err := NewStream(o, 1); err == nil {
		t.Error("NewStream took wrong options")
	}
}

// Whatever is accepted validates and gives a stream.
func FuzzParseOptions(f *testing.F) {
	f.Add("oltp_read_write", "--tables=30 --skip-trx=on --rand-type=pareto")
	f.Add("oltp_insert", "--auto-inc --table_size=1e3 --mysql-host=x")
	f.Add("oltp_write_only", "--rand-type=zipfian --rand-zipfian-exp=0 --delete-inserts=0")
	f.Add("oltp_delete", "--=1 -- run --tables=0x1p-2")
	f.Fuzz(func(t *testing.T, script, args string) {
		o, err := ParseOptions(script, strings.Fields(args))
		if err != nil {
			return
		}
		s, err := NewStream(o, 1)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := len(s.Event(nil)), o.PerEvent().Queries(); got != want {
			t.Errorf("event has %d statements, PerEvent says %d", got, want)
		}
	})
}
