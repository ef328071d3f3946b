package validate

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/keydist"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
)

// loadCost is the cost file of costfile_test.go.
func loadCost(t *testing.T) *CostFile {
	t.Helper()
	c, err := ReadCost("cost.json", strings.NewReader(storedCost))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// loadOf is a load of a script on one table.
func loadOf(t *testing.T, script string, args ...string) workload.Load {
	t.Helper()
	o, err := workload.ParseOptions(script, args)
	if err != nil {
		t.Fatal(err)
	}
	return workload.Load{Script: script, Options: o}
}

// cachedRows are the rules with a fuse row cache.
var cachedRows = timeline.Config{Rules: lsm.Rules{FuseRowCache: true}}

// handSample is a sample of ranges that read so many slow rows each, and of gets that probe so many
// tables.
func handSample(slowRows, tables int64) timeline.Sample {
	return timeline.Sample{RangeN: 10, GetN: 10, SinceMini: time.Minute,
		Ranges: lsm.Counters{MajorRows: 10 * slowRows, Tables: 10 * tables},
		Gets:   lsm.Counters{Tables: 10 * tables}}
}

// TestReadLoadByHand prices a load of ranges alone, which the fuse row cache does not touch.
func TestReadLoadByHand(t *testing.T) {
	l := loadOf(t, "oltp_read_only", "--point-selects=0", "--skip-trx=on")
	r, err := NewReadLoad(cachedRows, l, 6, loadCost(t))
	if err != nil {
		t.Fatal(err)
	}
	p := r.Price(handSample(100, 2))
	// A range costs 1 + 100 x 0.002 + 2 x 0.1 statements; the rate is 1 / (0.8 c + 0.2).
	const cpu = 1.4
	qps := 50 / (0.8*cpu + 0.2)
	if !near(p.CPUMicros, 200*cpu, 1e-12) || !near(p.QPS, qps, 1e-12) || p.FuseHitShare != 0 {
		t.Errorf("%+v, want %v QPS, %v us", *p, qps, 200*cpu)
	}
	// Six clients share the rate; an event of each is four queries.
	if want := 1000 * 6 * 4 / qps; !near(p.LatencyMS, want, 1e-12) {
		t.Errorf("latency %v ms, want %v", p.LatencyMS, want)
	}
	if r.Threads() != 6 {
		t.Errorf("%d threads", r.Threads())
	}
}

// TestReadLoadThreads: without a number of clients it is that of the costs' run.
func TestReadLoadThreads(t *testing.T) {
	l := loadOf(t, "oltp_point_select")
	few, err := NewReadLoad(cachedRows, l, 0, loadCost(t))
	if err != nil || few.Threads() != 2 {
		t.Fatal(few.Threads(), err)
	}
	many, err := NewReadLoad(cachedRows, l, 20, loadCost(t))
	if err != nil {
		t.Fatal(err)
	}
	a, b := few.Price(handSample(100, 3)), many.Price(handSample(100, 3))
	if a.QPS != b.QPS || !near(10*a.LatencyMS, b.LatencyMS, 1e-12) {
		t.Errorf("2 clients %+v, 20 %+v", *a, *b)
	}
}

// TestReadLoadFalls: the more rows and tables, the lower the rate and the longer an event takes.
func TestReadLoadFalls(t *testing.T) {
	for _, script := range []string{"oltp_read_only", "oltp_point_select", "oltp_read_write"} {
		r, err := NewReadLoad(cachedRows, loadOf(t, script), 4, loadCost(t))
		if err != nil {
			t.Fatal(err)
		}
		before := r.Price(handSample(100, 1))
		for n := int64(2); n < 9; n++ {
			p := r.Price(handSample(100*n, n))
			if p.QPS >= before.QPS || p.CPUMicros <= before.CPUMicros ||
				p.LatencyMS <= before.LatencyMS {
				t.Errorf("%s: %d tables %+v, before %+v", script, n, *p, *before)
			}
			before = p
		}
	}
	if p := (&ReadLoad{}).Price(timeline.Sample{}); p != nil {
		t.Errorf("of nothing read: %+v", *p)
	}
}

// TestReadLoadHits holds the share of cached gets against the sum over all ids: a get of an id of
// weight w hits with probability w (1 - (1-w)^n) after n gets.
func TestReadLoadHits(t *testing.T) {
	for _, kind := range keydist.Names() {
		l := loadOf(t, "oltp_point_select", "--rand-type="+kind, "--table-size=5000")
		r, err := NewReadLoad(cachedRows, l, 1, loadCost(t))
		if err != nil {
			t.Fatal(err)
		}
		d, err := keydist.New(kind, 5000, l.Options.Rand)
		if err != nil {
			t.Fatal(err)
		}
		before := -1.0
		for _, n := range []float64{0, 10, 1000, 30_000, 1e7} {
			want := 0.0
			for id := int64(1); id <= 5000; id++ {
				w := d.Weight(id)
				want += w * (1 - math.Pow(1-w, n))
			}
			got := r.hits(n)
			if math.Abs(got-want) > 0.01 || got < before || got > 1 {
				t.Errorf("%s: %v after %v gets, want %v", kind, got, n, want)
			}
			before = got
		}
	}
}

// TestReadLoadWithoutCache: a release without a fuse row cache hits nothing, and is slower for it.
func TestReadLoadWithoutCache(t *testing.T) {
	l := loadOf(t, "oltp_point_select", "--table-size=100")
	with, err := NewReadLoad(cachedRows, l, 1, loadCost(t))
	if err != nil {
		t.Fatal(err)
	}
	without, err := NewReadLoad(timeline.Config{}, l, 1, loadCost(t))
	if err != nil {
		t.Fatal(err)
	}
	a, b := with.Price(handSample(0, 4)), without.Price(handSample(0, 4))
	if a.FuseHitShare < 0.9 || b.FuseHitShare != 0 || a.QPS <= b.QPS {
		t.Errorf("with %+v, without %+v", *a, *b)
	}
	// What is cached is only what was read since the last mini.
	fresh := handSample(0, 4)
	fresh.SinceMini = 0
	if p := with.Price(fresh); p.FuseHitShare != 0 {
		t.Errorf("right after a mini: %+v", *p)
	}
}

// TestReadLoadErrors: costs that do not price a load are refused, with what they price.
func TestReadLoadErrors(t *testing.T) {
	unscaled := loadCost(t)
	unscaled.ReferenceQPS = 0
	gets := loadCost(t)
	delete(gets.Constant, "range")
	for _, c := range []struct {
		cost   *CostFile
		script string
		want   string
	}{
		{loadCost(t), "oltp_write_only", "script oltp_write_only does not read"},
		{gets, "oltp_read_only", "no cost of a range statement; there is one of get"},
		{gets, "oltp_point_select", ""},
		{unscaled, "oltp_read_only", "say nothing of the reference load's rate and CPU"},
	} {
		_, err := NewReadLoad(cachedRows, loadOf(t, c.script), 1, c.cost)
		if c.want == "" && err != nil ||
			c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.script, err, c.want)
		}
	}
	other := loadOf(t, "oltp_point_select")
	other.Script = "select_random_points"
	_, err := NewReadLoad(cachedRows, other, 1, loadCost(t))
	const want = "no client share for script select_random_points; there is one for " +
		"oltp_point_select, oltp_read_only, oltp_read_write"
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Error(err)
	}
}
