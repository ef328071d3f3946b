package model_test

import (
	"fmt"

	"github.com/readamp/readamp/lsm/keydist"
	"github.com/readamp/readamp/model"
)

// A get that probes two minis and the base costs its constant and three tables; the rate follows
// from the CPU of server and client on the same cores.
func ExampleCost_CPU() {
	c := model.Cost{
		Constant: map[string]float64{"get": 0.7},
		Unit:     map[string]float64{"memtable_row": 0.01, "probe": 0.1},
		Server:   0.8, Client: map[string]float64{"oltp_point_select": 0.2},
	}
	for _, tables := range []float64{0.2, 1, 3} {
		cpu := c.CPU([]model.Part{{Kind: "get", Share: 1, Work: model.Work{Probed: tables}}})
		fmt.Printf("%.1f tables: %.2f statements of CPU, %.2f times the reference rate\n",
			tables, cpu, c.Rate("oltp_point_select", cpu))
	}
	// Output:
	// 0.2 tables: 0.72 statements of CPU, 1.29 times the reference rate
	// 1.0 tables: 0.80 statements of CPU, 1.19 times the reference rate
	// 3.0 tables: 1.00 statements of CPU, 1.00 times the reference rate
}

// Seven phases whose ranges read more and more slow rows, each row costing a hundredth of a
// reference statement.
func ExampleFitCost() {
	var observed []model.Observation
	for rows := 0.0; rows <= 600; rows += 100 {
		parts := []model.Part{{Kind: "range", Share: 1, Work: model.Work{SlowRows: rows}}}
		cpu := 2 + 0.01*rows
		observed = append(observed, model.Observation{Script: "ranges", Parts: parts, CPU: cpu,
			Rate: 1 / (0.5*cpu + 0.25)})
	}
	c, err := model.FitCost(observed)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("a range %.1f, a slow row %.2f, ", c.Constant["range"], c.Unit["slow_row"])
	fmt.Printf("server %.2f, client %.2f\n", c.Server, c.Client["ranges"])
	// Output:
	// a range 2.0, a slow row 0.01, server 0.50, client 0.25
}

// A million draws among a million keys leave more than a third of them alone.
func ExampleCoverage() {
	fmt.Printf("%.1f %%\n", 100*model.Coverage(1))
	// Output: 63.2 %
}

// Of a million keys that sysbench's default distribution draws from, 7,500 in the middle get three
// draws of four.
func ExampleStrata() {
	d, err := keydist.New("special", 1_000_000, keydist.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	strata := model.Strata(d.N(), []func(int64) float64{d.Weight})[0]
	hot, share, hit := 0.0, 0.0, 0.0
	for _, s := range strata {
		if s.Weight > 50e-6 {
			hot += s.N()
			share += s.N() * s.Weight
		}
		hit += s.N() * model.Coverage(100_000*s.Weight)
	}
	fmt.Printf("%.0f ids get %.0f %% of the draws\n", hot, 100*share)
	fmt.Printf("100,000 draws hit %.0f keys\n", hit)
	// Output:
	// 7501 ids get 76 % of the draws
	// 100,000 draws hit 30648 keys
}

// A row that 20 updates of each kind and 20 pairs hit has 80 versions on average; after every 6th a
// node is added. One of four versions is a delete, which leaves nothing to put together.
func ExampleCompactions() {
	c := model.Compactions(20, 20, 20, 6)
	fmt.Printf("%.2f nodes: %.2f whole rows, %.2f with c, %.2f others\n", c.Sum(), c.Full, c.C, c.K)
	// Output: 12.92 nodes: 9.60 whole rows, 0.09 with c, 3.22 others
}
