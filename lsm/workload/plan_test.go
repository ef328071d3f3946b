package workload

import (
	"errors"
	"fmt"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/readamp/readamp/lsm/adaptive"
	"github.com/readamp/readamp/lsm/keydist"
)

// mustPlan is ParsePlan for text that is right.
func mustPlan(t testing.TB, text string) *Plan {
	t.Helper()
	p, err := ParsePlan("test.plan", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestParsePlan(t *testing.T) {
	got := mustPlan(t, `
		# comment
		tables orders 30 1M                         # of a line
		tables jobs   1  100k table_mode=extreme noindex
		tables t_2-x  2  250000

		00:00-07:00       500/s   oltp_write_only orders uniform --skip-trx=on
		08:00:30-26:00:59 256x3ms oltp_read_only  t_2-x  zipf    --range_size=7 --rand-spec-pct=0
		08:00-22:00       2k/s    queue           jobs`)
	write := mustParse(t, "oltp_write_only", "--tables=30", "--table-size=1000000", "--skip-trx",
		"--rand-type=uniform")
	read := mustParse(t, "oltp_read_only", "--tables=2", "--table-size=250000", "--range-size=7",
		"--rand-type=zipfian")
	read.Rand.SpecPct = keydist.Zero
	queue := defaults(Queue)
	queue.Tables, queue.TableSize, queue.SkipTrx, queue.CreateSecondary = 1, 100_000, true, false
	const second = time.Second
	want := &Plan{
		Groups: []TableGroup{
			{"orders", 30, 1_000_000, true, adaptive.Normal},
			{"jobs", 1, 100_000, false, adaptive.Extreme},
			{"t_2-x", 2, 250_000, true, adaptive.Normal},
		},
		Loads: []Load{
			{0, 7 * 3600 * second, Rate{PerSecond: 500}, "oltp_write_only", 0, write},
			{28830 * second, 93659 * second, Rate{Threads: 256, ServiceTime: 3 * time.Millisecond},
				"oltp_read_only", 2, read},
			{8 * 3600 * second, 22 * 3600 * second, Rate{PerSecond: 2000}, Queue, 1, queue},
		},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
	if got.Length() != 93659*second {
		t.Errorf("length %v", got.Length())
	}
	const canonical = `tables orders 30 1M
tables jobs 1 100k noindex table_mode=extreme
tables t_2-x 2 250k

00:00-07:00 500/s oltp_write_only orders uniform --skip-trx=on
08:00:30-26:00:59 256x3ms oltp_read_only t_2-x zipfian --range-size=7 --rand-spec-pct=0
08:00-22:00 2k/s queue jobs
`
	if got.String() != canonical {
		t.Errorf("canonical form is\n%s\nwant\n%s", got, canonical)
	}
}

func TestParsePlanErrors(t *testing.T) {
	const group = "tables t 3 100k\n"
	const load = group + "09:00-18:00 1/s "
	tests := []struct{ text, want string }{
		{"", "p:1: no load"},
		{"# nothing\n\n", "p:2: no load"},
		{group, "p:1: no load, want a line such as"},
		{"\ntabels t 3 100k", `p:2: line begins with "tabels", want tables or hours`},
		{"tabels t 3 100k", "did you mean tables?"},
		{"tables t 3", "p:1: tables: want a name, a number of tables and the rows"},
		{"tables 3 3 100k", `tables "3": want a name`},
		{"tables t.x 3 100k", `tables "t.x": want a name`},
		{"tables " + strings.Repeat("t", 65) + " 3 100k", "at most 64 letters"},
		{group + group, "p:2: tables t: the name is taken"},
		{"tables t 0 100k", `number of tables is "0", want 1 to 100000`},
		{"tables t many 100k", `number of tables is "many"`},
		{"tables t 3 1G", `rows of a table are "1G", want 1 to 2147483647, such as`},
		{"tables t 3 0", `rows of a table are "0"`},
		{"tables t 3 1.5", `rows of a table are "1.5"`},
		{"tables t 3 1e6", `rows of a table are "1e6"`},
		{"tables t 3 3000M", `rows of a table are "3000M"`},
		{"tables t 3 1k no_index", `unknown word "no_index"; did you mean noindex?`},
		{"tables t 3 1k table_mode=quening",
			`unknown table_mode "quening"; did you mean queuing?`},
		{"9-18 1/s", `p:1: time is "9", want HH:MM or HH:MM:SS`},
		{"9:00-18:00 1/s", `time is "9:00"`},
		{"09:00 1/s", `time is "", want`},
		{"09:00-18:60 1/s", `time is "18:60"`},
		{"09:00-10000:00 1/s", `time is "10000:00", want HH:MM or HH:MM:SS, up to 9999:59:59`},
		{"22:00-06:00 1/s", "it ends before it begins; hours of the next day go on from 24:00"},
		{"06:00-06:00 1/s", "it ends before it begins"},
		{"06:00-07:00 1/s queue", "p:1: load: want hours, rate, script, tables and distribution"},
		{"06:00-07:00 fast queue t", `rate "fast": want events a second such as 12k/s`},
		{load + "oltp_writeonly t special",
			`p:2: unknown script "oltp_writeonly"; did you mean oltp_write_only?`},
		{load + "queu t", `unknown script "queu"; did you mean queue?`},
		{load + "queue tt", "no line above says: tables tt; did you mean t?"},
		{load + "queue t special",
			`queue has no distribution and no options, but there is "special"`},
		{load + "oltp_insert t", `distribution is ""`},
		{load + "oltp_insert t specal", `distribution is "specal"; did you mean special?`},
		{load + "oltp_insert t special skip-trx", `argument "skip-trx": want --name=value`},
		{load + "oltp_insert t special --skip-trxs", "did you mean --skip-trx?"},
		{load + "oltp_insert t special --table_size=5", "--table_size=5: this is said in the line"},
		{load + "oltp_insert t special --threads=5", "this is said in the column of rates"},
		{load + "oltp_insert t special --auto-inc=off --range-size=0",
			"p:2: --range-size is 0, want 1 to 2147483647; --auto-inc=off is not supported"},
		{strings.Repeat("\n", maxPlanBytes+1), "p: more than 1048576 bytes"},
	}
	for _, test := range tests {
		_, err := ParsePlan("p", strings.NewReader(test.text))
		if err == nil {
			t.Errorf("%.80q: no error", test.text)
		} else if got := err.Error(); !strings.Contains(got, test.want) ||
			!strings.HasPrefix(got, "p:") || strings.Contains(got, "\n") {
			t.Errorf("%.80q: %v, want %s", test.text, err, test.want)
		}
	}
	broken := errors.New("broken")
	if _, err := ParsePlan("p", iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("a broken reader gives %v", err)
	}
}

func TestOnePhase(t *testing.T) {
	o := mustParse(t, "oltp_read_write", "--tables=3", "--create-secondary=off", "--sum-ranges=0")
	p := OnePhase(o, Rate{PerSecond: 12.5}, 90*time.Minute)
	const want = "tables sbtest 3 10k noindex\n\n" +
		"00:00-01:30 12.5/s oltp_read_write sbtest special --sum-ranges=0\n"
	if p.String() != want {
		t.Errorf("got\n%s\nwant\n%s", p, want)
	}
	if again := mustPlan(t, want); !reflect.DeepEqual(p, again) {
		t.Errorf("got\n%+v\nits text gives\n%+v", p, again)
	}
	if p.Loads[0].Options != o {
		t.Errorf("options became %+v", p.Loads[0].Options)
	}
	o.Script = Queue
	p = OnePhase(o, Rate{Threads: 1, ServiceTime: 250 * time.Microsecond}, time.Hour)
	if again := mustPlan(t, p.String()); !reflect.DeepEqual(p, again) {
		t.Errorf("got\n%+v\nits text gives\n%+v", p, again)
	}
}

func TestStreamsOfOneGroupShareItsEnds(t *testing.T) {
	p := mustPlan(t, `
		tables a 1 10
		tables b 1 10
		00:00-01:00 1/s queue       a
		01:00-02:00 1/s queue       a
		00:00-01:00 1/s oltp_insert a special
		00:00-01:00 1/s queue       b`)
	streams, err := p.Streams(1)
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, s := range streams {
		for _, st := range s.Event(nil) {
			got += fmt.Sprintf("%v %d, ", st.Kind, st.ID)
		}
	}
	const want = "insert 11, delete 1, insert 12, delete 2, insert 13, insert 11, delete 1, "
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestStreamsAreThatOfFlagsAndDiffer(t *testing.T) {
	o := mustParse(t, "oltp_write_only", "--tables=9")
	p := OnePhase(o, Rate{PerSecond: 1}, time.Hour)
	p.Loads = append(p.Loads, p.Loads[0])
	streams, err := p.Streams(5)
	if err != nil {
		t.Fatal(err)
	}
	first, second := format(streams[0].Event(nil)), format(streams[1].Event(nil))
	if want := format(mustStream(t, o, 5).Event(nil)); first != want {
		t.Errorf("first load\n%s\nwant\n%s", first, want)
	}
	if first == second {
		t.Error("two loads give the same event")
	}
	p.Loads[0].Options.RangeSize = 0
	if _, err := p.Streams(5); err == nil {
		t.Error("Streams took wrong options")
	}
}

// The examples at the top of the tree teach the format, so they must be right.
func TestExamples(t *testing.T) {
	tests := []struct {
		name   string
		length time.Duration
		noon   float64 // events a second
	}{
		{"shop-day.plan", 26 * time.Hour, 12_000 + 256/0.003},
		{"queue-day.plan", 24 * time.Hour, 200 + 2000 + 5000 + 300 + 32/0.002 + 20 + 50},
	}
	for _, test := range tests {
		text, err := os.ReadFile("../../examples/" + test.name)
		if err != nil {
			t.Fatal(err)
		}
		p, err := ParsePlan(test.name, strings.NewReader(string(text)))
		if err != nil {
			t.Error(err)
			continue
		}
		noon := 0.0
		for _, l := range p.Loads {
			if l.From <= 12*time.Hour && l.To > 12*time.Hour {
				noon += l.Rate.EventsPerSecond()
			}
		}
		if p.Length() != test.length || math.Abs(noon-test.noon) > 1e-6 {
			t.Errorf("%s: %v long with %v events/s at noon, want %v and %v",
				test.name, p.Length(), noon, test.length, test.noon)
		}
		if again := mustPlan(t, p.String()); !reflect.DeepEqual(p, again) {
			t.Errorf("%s: canonical form gives another plan", test.name)
		}
	}
}

// Whatever is accepted has streams, and its canonical form is the same plan.
func FuzzParsePlan(f *testing.F) {
	f.Add("tables a 30 1M\n00:00-07:00 500/s oltp_write_only a uniform --skip-trx=on")
	f.Add("tables a 1 1.5k noindex table_mode=super # x\n\n08:00-26:00:01 2x3.5us queue a")
	f.Add("tables a 1 1\n08:00-09:00 4.35k/s oltp_insert a zipf " +
		"--rand-spec-res=0 --rand-pareto-h=.3")
	f.Add("tables a 1 9\n08:00-09:00 .000001 oltp_delete a pareto " +
		"--point_selects=0x1p3 --histogram")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePlan("fuzz", strings.NewReader(text))
		if err != nil {
			return
		}
		again, err := ParsePlan("again", strings.NewReader(p.String()))
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(p, again) {
			t.Errorf("plan\n%+v\nits canonical form\n%s\ngives\n%+v", p, p, again)
		}
		for _, l := range p.Loads {
			if err := l.Options.Validate(); err != nil {
				t.Error(err)
			}
			if rate := l.Rate.EventsPerSecond(); !(rate > 0) || l.From >= l.To {
				t.Errorf("load %+v has %v events a second", l, rate)
			}
		}
	})
}
