package model_test

import (
	"fmt"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/model"
)

// exampleTables are 30 tables of sysbench that oltp_write_only writes 12,000 times a second.
func exampleTables() (*model.Tables, *workload.Plan, lsm.Rules, error) {
	o, err := workload.ParseOptions("oltp_write_only", []string{"--tables=30",
		"--table-size=1000000", "--skip-trx=on"})
	if err != nil {
		return nil, nil, lsm.Rules{}, err
	}
	plan := workload.OnePhase(o, workload.Rate{PerSecond: 12_000}, time.Hour)
	rules, err := lsm.RulesFor("4.4", "amd64")
	if err != nil {
		return nil, nil, rules, err
	}
	tables, err := model.NewTables(model.TablesConfig{Group: plan.Groups[0], Loads: plan.Loads,
		Rules: rules, RowCompactionLimit: 6, BlockRows: 212})
	return tables, plan, rules, err
}

// Half a million write events and a freeze, then 1.5 thousand events on each table: what a range of
// 100 rows and a point get read.
func ExampleTables_Read() {
	tables, _, _, err := exampleTables()
	if err != nil {
		fmt.Println(err)
		return
	}
	reads := tables.Read([]model.Above{{Kind: model.AboveMini, Events: 500_000. / 30},
		{Kind: model.AboveMemtable, Events: 1500}}, 0)
	fmt.Printf("%.0f rows: %.0f base, %.0f mini, %.0f memtable\n", reads.Rows(),
		reads.BaseFast+reads.BaseSlow, reads.Mini, reads.Memtable)
	fmt.Printf("a get asks %.1f SSTables and %.0f memtable\n", reads.GetProbed, reads.GetMemtables)
	// Output:
	// 204 rows: 100 base, 76 mini, 28 memtable
	// a get asks 1.4 SSTables and 1 memtable
}

// Seven freezes under minor_compact_trigger 2: every second one, from the third on, is followed by
// a minor merge.
func ExampleTables_Settled() {
	tables, _, rules, err := exampleTables()
	if err != nil {
		fmt.Println(err)
		return
	}
	for freezes := range 8 {
		above := tables.Settled(nil, lsm.DefaultOptions(), rules, freezes, 20_000, 0)
		fmt.Print(freezes, ":")
		for _, a := range above {
			fmt.Printf(" %s of %.0f k", a.Kind, a.Events/1000)
		}
		fmt.Println()
	}
	// Output:
	// 0:
	// 1: mini of 20 k
	// 2: mini of 20 k mini of 20 k
	// 3: minor of 60 k
	// 4: minor of 60 k mini of 20 k
	// 5: minor of 100 k
	// 6: minor of 100 k mini of 20 k
	// 7: minor of 140 k
}

// An hour of writes on a tenant of 26 CPUs and 21 GB: how often memtables are frozen, what merges
// write, and what ranges read on average.
func ExampleForecaster_Run() {
	tables, plan, rules, err := exampleTables()
	if err != nil {
		fmt.Println(err)
		return
	}
	o := lsm.DefaultOptions()
	scenario := &model.Scenario{Options: o, Rules: rules, Plan: plan,
		Limits: freeze.Resolve(o, rules, freeze.Unit{CPUs: 26, MemoryBytes: 21 << 30},
			freeze.Hold{}, freeze.Server{}),
		Timing: timeline.DefaultTiming(), TimeOfDay: 12 * time.Hour, MomentEvery: 17 * time.Second}
	rows, moments := 0.0, 0.0
	totals := model.NewForecaster([]*model.Tables{tables}).Run(scenario, func(m *model.Moment) {
		rows += m.Reads[0].RowsPerRow()
		moments++
	})
	fmt.Printf("%d freezes, the first after %s\n", totals.Freezes, totals.FirstFreeze)
	fmt.Printf("merges write %.1f bytes for each dumped\n", totals.WriteAmplification())
	fmt.Printf("%.1f rows read per row returned on average\n", rows/moments)
	// Output:
	// 59 freezes, the first after 1m0s
	// merges write 5.2 bytes for each dumped
	// 3.3 rows read per row returned on average
}

// A load of reads in a state, beside merged tables.
func ExamplePricer_Price() {
	tables, _, _, err := exampleTables()
	if err != nil {
		fmt.Println(err)
		return
	}
	cost := &model.Cost{Constant: map[string]float64{"get": 0.7, "range": 1.5},
		Unit:   map[string]float64{"slow_row": 0.003, "memtable_row": 0.008, "probe": 0.12},
		Server: 0.85, Client: map[string]float64{"oltp_read_only": 0.15}}
	p, err := model.NewPricer(cost, model.ReadMix{Script: "oltp_read_only", Gets: 10, Ranges: 4,
		Queries: 14})
	if err != nil {
		fmt.Println(err)
		return
	}
	merged := tables.Read(nil, 0)
	dirty := tables.Read([]model.Above{{Kind: model.AboveMini, Events: 16_000},
		{Kind: model.AboveMemtable, Events: 1500}}, 0)
	before, after := p.Price(&merged, 0.9), p.Price(&dirty, 0.9)
	fmt.Printf("CPU of a query %.2f times, rate %.2f times\n", after.CPU/before.CPU,
		after.Rate/before.Rate)
	// Output: CPU of a query 1.25 times, rate 0.83 times
}
