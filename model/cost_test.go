package model

import (
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/readamp/readamp/lsm"
)

// planted is a cost model with every part at work. Its numbers are of the size that fits to real
// runs have.
func planted() *Cost {
	return &Cost{
		Constant: map[string]float64{"get": 0.7, "range": 1.2},
		Unit: map[string]float64{"fast_row": 0.004, "slow_row": 0.006, "memtable_row": 0.012,
			"open": 0.2, "probe": 0.12},
		Server: 0.8,
		Client: map[string]float64{"oltp_point_select": 0.14, "oltp_read_only": 0.17},
	}
}

// ladder makes observations as a run's states would give them: some minis, a memtable, block scan
// on or off, each read by gets alone and by 10 gets and 4 ranges.
func ladder(c *Cost, states int) []Observation {
	r := rand.New(rand.NewPCG(7, 7))
	var list []Observation
	for state := range states {
		minis := float64(state % 6)
		get := Work{MemtableRows: r.Float64(), Probed: 0.2 + minis*r.Float64()}
		slow := 100 * r.Float64()
		scan := Work{FastRows: 100 - slow, SlowRows: slow + 60*minis*r.Float64(),
			MemtableRows: 60 * r.Float64(), Opened: 1 + minis}
		add := func(script string, parts ...Part) {
			cpu := c.CPU(parts)
			list = append(list, Observation{Run: "run", State: state, Script: script, Parts: parts,
				CPU: cpu, Rate: c.Rate(script, cpu)})
		}
		add("oltp_point_select", Part{"get", 1, get})
		add("oltp_read_only", Part{"get", 10. / 14, get}, Part{"range", 4. / 14, scan})
	}
	return list
}

// flat lists the numbers of a cost model by name.
func flat(c *Cost) map[string]float64 {
	all := map[string]float64{"server": c.Server}
	maps.Copy(all, c.Unit)
	for kind, v := range c.Constant {
		all["constant "+kind] = v
	}
	for script, v := range c.Client {
		all["client "+script] = v
	}
	return all
}

// TestFitCostPlanted recovers costs from what they predict.
func TestFitCostPlanted(t *testing.T) {
	truth := planted()
	observed := ladder(truth, 24)
	fitted, err := FitCost(observed)
	if err != nil {
		t.Fatal(err)
	}
	got, want := flat(fitted), flat(truth)
	if len(got) != len(want) {
		t.Errorf("got costs of %v, want of %v", got, want)
	}
	for name, v := range want {
		if math.Abs(got[name]-v) > 1e-6*v {
			t.Errorf("%s: got %.9f, planted %.9f", name, got[name], v)
		}
	}
}

// TestFitCostNoise: from measurements that scatter by 5 %, totals come back within 10 %, on average
// within 4 %, and never a negative cost.
func TestFitCostNoise(t *testing.T) {
	truth := planted()
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 2))
		observed := ladder(truth, 16)
		for i := range observed {
			observed[i].CPU *= 1 + 0.05*r.NormFloat64()
			observed[i].Rate *= 1 + 0.05*r.NormFloat64()
		}
		fitted, err := FitCost(observed)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for name, v := range flat(fitted) {
			if v < 0 || math.IsNaN(v) {
				t.Errorf("seed %d: %s costs %v", seed, name, v)
			}
		}
		var sum, worst float64
		exact := ladder(truth, 16)
		for _, o := range exact {
			cpu := fitted.CPU(o.Parts)
			for _, ratio := range []float64{cpu / o.CPU, fitted.Rate(o.Script, cpu) / o.Rate} {
				off := math.Abs(ratio - 1)
				sum, worst = sum+off, max(worst, off)
			}
		}
		if mean := sum / float64(2*len(exact)); mean > 0.04 || worst > 0.10 {
			t.Errorf("seed %d: off by %.3f on average, %.3f at worst", seed, mean, worst)
		}
	}
}

// TestFitCostNeverNegative: rows that seem to make statements cheaper cost nothing.
func TestFitCostNeverNegative(t *testing.T) {
	var observed []Observation
	for i := range 10 {
		rows := float64(10 * i)
		parts := []Part{{"range", 1, Work{SlowRows: rows, Opened: 1}}}
		observed = append(observed, Observation{State: i, Script: "s", Parts: parts,
			CPU: 2 - rows/100, Rate: 0.5 + rows/300})
	}
	c, err := FitCost(observed)
	if err != nil {
		t.Fatal(err)
	}
	if c.Unit["slow_row"] != 0 || c.Constant["range"] <= 0 || c.Validate() != nil {
		t.Errorf("fitted %+v", c)
	}
}

func TestFitCostTooFew(t *testing.T) {
	observed := ladder(planted(), 4)
	if _, err := FitCost(observed[:MinObservations]); err != nil {
		t.Errorf("%d observations: %v", MinObservations, err)
	}
	_, err := FitCost(observed[:MinObservations-1])
	want := "model: 6 measured phases, at least 7 are needed to fit costs"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if _, err := FitCost(nil); err == nil {
		t.Error("nothing was fitted to nothing")
	}
}

// TestFitCostRepeats: the same observations give the same bits, and their order changes none of
// the first twelve digits.
func TestFitCostRepeats(t *testing.T) {
	observed := ladder(planted(), 12)
	first, err := FitCost(observed)
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		again, err := FitCost(observed)
		if err != nil || !reflect.DeepEqual(again, first) {
			t.Fatalf("got %+v (%v), then %+v", first, err, again)
		}
	}
	rand.New(rand.NewPCG(3, 3)).Shuffle(len(observed), func(i, j int) {
		observed[i], observed[j] = observed[j], observed[i]
	})
	shuffled, err := FitCost(observed)
	if err != nil {
		t.Fatal(err)
	}
	want := flat(first)
	for name, v := range flat(shuffled) {
		if !near(v, want[name], 1e-12) {
			t.Errorf("%s: %v, shuffled %v", name, want[name], v)
		}
	}
}

// TestCPU adds up a mean query by hand.
func TestCPU(t *testing.T) {
	c := &Cost{Constant: map[string]float64{"get": 0.5, "range": 2},
		Unit: map[string]float64{"fast_row": 0.01, "slow_row": 0.02, "memtable_row": 0.04,
			"version": 0.001, "open": 0.25, "probe": 0.2, "block": 0.03, "miss": 2}}
	get := Part{"get", 1, Work{MemtableRows: 1, Probed: 2, Misses: 0.5}}
	scan := Part{"range", 1, Work{FastRows: 80, SlowRows: 50, MemtableRows: 25, Versions: 100,
		Opened: 3, Blocks: 5}}
	cases := []struct {
		name  string
		parts []Part
		want  float64
	}{
		{"nothing", nil, 0},
		{"get", []Part{get}, 0.5 + 0.04 + 0.4 + 1},
		{"range", []Part{scan}, 2 + 0.8 + 1 + 1 + 0.1 + 0.75 + 0.15},
		{"mixed", []Part{{"get", 0.75, get.Work}, {"range", 0.25, scan.Work}},
			0.75*1.94 + 0.25*5.8},
		// A statement that is no query of its own, a COMMIT, has a share and no cost.
		{"half of the statements", []Part{{"get", 0.5, get.Work}}, 0.97},
	}
	for _, tc := range cases {
		if got := c.CPU(tc.parts); !near(got, tc.want, 1e-12) {
			t.Errorf("%s: got %v, want %v", tc.name, got, tc.want)
		}
	}
}

func TestRate(t *testing.T) {
	c := &Cost{Server: 0.8, Client: map[string]float64{"oltp_read_only": 0.2, "free": 0}}
	for _, tc := range []struct {
		script    string
		cpu, want float64
	}{
		{"oltp_read_only", 1, 1},                // the reference load itself
		{"oltp_read_only", 2, 1 / 1.8},          // dearer for the server, not for the client
		{"oltp_read_only", 0, 5},                // the client alone
		{"free", 2, 1 / 1.6},                    // the server alone
		{"oltp_read_only", 4.75, 0.25},          // four times as long on the cores
		{"oltp_read_only", 1e9, 1 / (8e8 + .2)}, // never 0
	} {
		if got := c.Rate(tc.script, tc.cpu); !near(got, tc.want, 1e-12) {
			t.Errorf("%s at %v: got %v, want %v", tc.script, tc.cpu, got, tc.want)
		}
	}
}

func TestValidate(t *testing.T) {
	cases := []struct {
		spoil func(*Cost)
		want  string
	}{
		{func(*Cost) {}, ""},
		{func(c *Cost) { c.Unit["open"] = 0 }, ""},
		{func(c *Cost) { c.Unit["open"] = -1e-9 }, "unit open is -1e-09"},
		{func(c *Cost) { c.Constant["get"] = math.NaN() }, "constant get is NaN"},
		{func(c *Cost) { c.Client["oltp_read_only"] = math.Inf(1) },
			"client oltp_read_only is +Inf"},
		{func(c *Cost) { c.Server = -1 }, "constant, client and server are needed"},
		{func(c *Cost) { c.Server = 0 }, "constant, client and server are needed"},
		{func(c *Cost) { c.Client = nil }, "constant, client and server are needed"},
		{func(c *Cost) { clear(c.Constant) }, "constant, client and server are needed"},
		{func(c *Cost) { delete(c.Unit, "fast_row") }, ""}, // not identified
		{func(c *Cost) { c.Unit["table"] = 1 }, "unit table is no term; the terms are fast_row, "},
		{func(c *Cost) { c.Covariance = &CostCovariance{Names: []string{"get"}} },
			"covariance of 1 names has 0 numbers, want 1"},
		{func(c *Cost) { c.Covariance = &CostCovariance{CPUResidual: -1} }, "residual"},
		{func(c *Cost) { c.Server = math.Inf(1) }, "server is +Inf"},
		{func(c *Cost) { c.ReferenceCPUMicros = -1 }, "reference_cpu_us is -1"},
		{func(c *Cost) { c.ReferenceQPS = math.Inf(-1) }, "reference_qps is -Inf"},
	}
	for i, tc := range cases {
		c := planted()
		c.ReferenceCPUMicros, c.ReferenceQPS = 190, 7000
		tc.spoil(c)
		err := c.Validate()
		refused := err != nil && strings.Contains(err.Error(), tc.want)
		if tc.want == "" && err != nil || tc.want != "" && !refused {
			t.Errorf("case %d: got %v, want %q", i, err, tc.want)
		}
	}
}

// TestPrices: what a model does not price is an error that names what it does.
func TestPrices(t *testing.T) {
	for _, tc := range []struct{ script, kind, want string }{
		{"oltp_read_only", "range", ""},
		{"oltp_point_select", "get", ""},
		{"oltp_read_only", "insert",
			"model: no cost of a insert statement; there is one of get, range"},
		{"oltp_read_write", "get", "model: no client share for script oltp_read_write; " +
			"there is one for oltp_point_select, oltp_read_only"},
	} {
		err := planted().Prices(tc.script, []Part{{Kind: "get"}, {Kind: tc.kind}})
		if tc.want == "" && err != nil || tc.want != "" && (err == nil || err.Error() != tc.want) {
			t.Errorf("%s, %s: got %v, want %q", tc.script, tc.kind, err, tc.want)
		}
	}
}

// TestWork turns counters into work per statement.
func TestWork(t *testing.T) {
	sum := lsm.Counters{Memstore: 30, Ssstore: 240, FastRows: 150, MinorRows: 60, MajorRows: 180,
		Tables: 6, Returned: 200, FuseHit: 4}
	scan := Work{FastRows: 75, SlowRows: 45, MemtableRows: 15, Opened: 3}
	if got := ScanWork(sum, 2); got != scan {
		t.Errorf("scans: got %+v, want %+v", got, scan)
	}
	get := Work{MemtableRows: 7.5, Probed: 1.5}
	if got := GetWork(sum, 4); got != get {
		t.Errorf("gets: got %+v, want %+v", got, get)
	}
}
