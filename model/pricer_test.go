package model_test

import (
	"math"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/model"
)

// sampleCost is a cost model with all that a fitted one has.
func sampleCost() *model.Cost {
	names := []string{"get", "range", "slow_row", "memtable_row", "probe"}
	matrix := make([]float64, len(names)*len(names))
	for i, sd := range []float64{0.02, 0.05, 0.0003, 0.0008, 0.01} {
		matrix[i*len(names)+i] = sd * sd
	}
	return &model.Cost{Constant: map[string]float64{"get": 0.7, "range": 1.6},
		Unit:   map[string]float64{"slow_row": 0.003, "memtable_row": 0.007, "probe": 0.12},
		Server: 0.8, Client: map[string]float64{"oltp_read_only": 0.2},
		ReferenceCPUMicros: 190, ReferenceQPS: 7000,
		Covariance: &model.CostCovariance{Names: names, Matrix: matrix, CPUResidual: 0.05,
			RateResidual: 0.06}}
}

// readOnly is oltp_read_only without transactions.
var readOnly = model.ReadMix{Script: "oltp_read_only", Gets: 10, Ranges: 4, Queries: 14}

// TestPricer: a price is the sum of its terms, inside its interval, and what can be worked out by
// hand.
func TestPricer(t *testing.T) {
	p, err := model.NewPricer(sampleCost(), readOnly)
	if err != nil {
		t.Fatal(err)
	}
	reads := model.Reads{Returned: 100, BaseFast: 40, BaseSlow: 60, Minor: 50, Mini: 20,
		Memtable: 30, RangeOpened: 3, GetMemtables: 1, GetProbed: 2}
	want := (10*(0.7+0.007+0.12*2) + 4*(1.6+0.003*130+0.007*30)) / 14
	price := p.Price(&reads, 0.9)
	if math.Abs(price.CPU-want) > 1e-12 || math.Abs(p.CPU(&reads)-price.CPU) > 1e-12 {
		t.Errorf("CPU %v, want %v", price.CPU, want)
	}
	if rate := 1 / (0.8*want + 0.2); math.Abs(price.Rate-rate) > 1e-12 {
		t.Errorf("rate %v, want %v", price.Rate, rate)
	}
	parts := []model.Part{{Kind: "get", Share: 10. / 14, Work: reads.GetWork()},
		{Kind: "range", Share: 4. / 14, Work: reads.RangeWork()}}
	byName := sampleCost().Price("oltp_read_only", parts, 0.9)
	for _, pair := range [][2]float64{{price.CPU, byName.CPU}, {price.CPULow, byName.CPULow},
		{price.CPUHigh, byName.CPUHigh}, {price.Rate, byName.Rate},
		{price.RateLow, byName.RateLow}, {price.RateHigh, byName.RateHigh}} {
		if math.Abs(pair[0]-pair[1]) > 1e-12 {
			t.Errorf("%+v, by name %+v", price, byName)
			break
		}
	}
	sum := 0.0
	for _, term := range p.Terms(&reads) {
		sum += term.CPU
	}
	if math.Abs(sum-price.CPU) > 1e-12 {
		t.Errorf("terms sum up to %v of %v", sum, price.CPU)
	}
	if !(price.CPULow < price.CPU && price.CPU < price.CPUHigh &&
		price.RateLow < price.Rate && price.Rate < price.RateHigh) {
		t.Errorf("not inside its intervals: %+v", price)
	}
	for _, mix := range []model.ReadMix{{Script: "oltp_read_only"},
		{Script: "oltp_read_only", Gets: 2, Queries: 1},
		{Script: "oltp_write_only", Gets: 1, Queries: 1}} {
		if _, err := model.NewPricer(sampleCost(), mix); err == nil {
			t.Errorf("%+v can be priced", mix)
		}
	}
}

// BenchmarkPredict is everything from a number of freezes to a price with intervals.
func BenchmarkPredict(b *testing.B) {
	tables := tablesOf(b, "oltp_read_write", "--tables=30", "--table-size=1000000",
		"--rand-type=special")
	rules, err := lsm.RulesFor("4.4", "amd64")
	if err != nil {
		b.Fatal(err)
	}
	p, err := model.NewPricer(sampleCost(), readOnly)
	if err != nil {
		b.Fatal(err)
	}
	o := lsm.DefaultOptions()
	var buffer [20]model.Above
	b.ReportAllocs()
	for b.Loop() {
		above := tables.Settled(buffer[:0], o, rules, 6, 23_000, 7_000)
		reads := tables.Read(above, 5000)
		p.Price(&reads, 0.9)
	}
}
