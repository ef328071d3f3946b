package model

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"sort"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// Part is one kind of statement in a load: its share of the queries and its work.
type Part struct {
	Kind  string
	Share float64
	Work  Work
}

// Cost is a fitted cost model. Its unit is the reference statement (package comment);
// ReferenceCPUMicros turns it into time on the machine it was fitted on.
type Cost struct {
	// Constant is the cost of a statement of a kind apart from the rows it reads.
	Constant map[string]float64 `json:"constant"`
	// Unit is the cost of one row or table by term: fast_row, slow_row, memtable_row, table.
	Unit map[string]float64 `json:"unit"`
	// Server and Client give the rate: 1/q = Server * c + Client[script].
	Server float64            `json:"server"`
	Client map[string]float64 `json:"client"`

	ReferenceCPUMicros float64 `json:"reference_cpu_us"`
	ReferenceQPS       float64 `json:"reference_qps"`
}

// Observation is one measured phase.
type Observation struct {
	Script string
	Parts  []Part
	CPU    float64 // server CPU per query, reference statements
	Rate   float64 // queries per second over those of the reference load
}

// Prices says whether the model knows the kinds of statement and the script of a load.
func (c *Cost) Prices(script string, parts []Part) error {
	for _, p := range parts {
		if _, ok := c.Constant[p.Kind]; !ok {
			return fmt.Errorf("model: no cost of a %s statement; there is one of %s", p.Kind,
				strings.Join(slices.Sorted(maps.Keys(c.Constant)), ", "))
		}
	}
	if _, ok := c.Client[script]; !ok {
		return fmt.Errorf("model: no client share for script %s; there is one for %s", script,
			strings.Join(slices.Sorted(maps.Keys(c.Client)), ", "))
	}
	return nil
}

// CPU is the server CPU of the mean query of a load, in reference statements.
func (c *Cost) CPU(parts []Part) float64 {
	var sum float64
	for _, p := range parts {
		cost := c.Constant[p.Kind]
		for i, w := range p.Work.terms() {
			cost += c.Unit[termNames[i]] * w
		}
		sum += p.Share * cost
	}
	return sum
}

// Rate is the queries per second of a load whose mean query costs cpu, over those of the
// reference load.
func (c *Cost) Rate(script string, cpu float64) float64 {
	return 1 / (c.Server*cpu + c.Client[script])
}

// MinObservations is the least number of phases a fit takes: one more than a read-only and a
// point-select load have unknowns.
const MinObservations = 7

// FitCost fits the model to measured phases.
func FitCost(observed []Observation) (*Cost, error) {
	if len(observed) < MinObservations {
		return nil, fmt.Errorf("model: %d measured phases, at least %d are needed to fit costs",
			len(observed), MinObservations)
	}
	c := &Cost{Constant: map[string]float64{}, Unit: map[string]float64{},
		Client: map[string]float64{}}
	if err := c.fitCPU(observed); err != nil {
		return nil, err
	}
	if err := c.fitRate(observed); err != nil {
		return nil, err
	}
	return c, nil
}

// costPrior is how strongly the fit holds the unit costs to what is expected of them without data,
// as a share of the weight the data has: a fast row, a slow row and a table at nothing, a memtable
// row at memtableRowPrior slow rows. Where the data cannot tell rows from the constant (every range
// of a run read about as many rows), the constant takes the cost, so that the fit does not run away
// on loads with more rows: fitted on ladder-uniform-8t and judged on the other ladders, the 90th
// percentile of the CPU ratio's error is 40 % with a prior of 0.001 and 15 % with this one; fitted
// on ladder-special-8t, which can tell, it is 16 % with both.
const costPrior = 0.02

// memtableRowPrior is what a memtable row costs in slow rows: 2.1 in a fit to ladder-special-8t,
// 2.0 in one to ladder-special-2t.
const memtableRowPrior = 2

// fitCPU finds the constants and unit costs. Each equation is divided by what was measured, so
// that relative errors are minimised.
func (c *Cost) fitCPU(observed []Observation) error {
	kinds := distinct(observed, func(o Observation) (names []string) {
		for _, p := range o.Parts {
			names = append(names, p.Kind)
		}
		return names
	})
	n := len(observed)
	a := mat.NewDense(n+workTerms, len(kinds)+workTerms, nil)
	for i, o := range observed {
		for _, p := range o.Parts {
			k := sort.SearchStrings(kinds, p.Kind)
			a.Set(i, k, a.At(i, k)+p.Share/o.CPU)
			for j, w := range p.Work.terms() {
				a.Set(i, len(kinds)+j, a.At(i, len(kinds)+j)+p.Share*w/o.CPU)
			}
		}
	}
	addPrior(a, n, len(kinds))
	b := append(ones(n), make([]float64, workTerms)...)
	x, err := NNLS(a, b)
	if err != nil {
		return err
	}
	for i, kind := range kinds {
		c.Constant[kind] = x[i]
	}
	for j, name := range termNames {
		c.Unit[name] = x[len(kinds)+j]
	}
	return nil
}

// addPrior fills the rows of a below the n observations; the unit costs stand in the columns from
// first on. Each row weighs as much as the data of its own column, that of the memtable rows as
// much as the data of the slow ones, of which there are always enough.
func addPrior(a *mat.Dense, n, first int) {
	for j := range workTerms {
		of := j
		if j == memtableRowTerm {
			of = slowRowTerm
		}
		weight := math.Sqrt(costPrior) * mat.Norm(a.ColView(first+of), 2)
		a.Set(n+j, first+j, weight)
		if j == memtableRowTerm {
			a.Set(n+j, first+slowRowTerm, -memtableRowPrior*weight)
		}
	}
}

// fitRate finds the server's and the client's part of a query's time on the cores.
func (c *Cost) fitRate(observed []Observation) error {
	scripts := distinct(observed, func(o Observation) []string { return []string{o.Script} })
	a := mat.NewDense(len(observed), 1+len(scripts), nil)
	for i, o := range observed {
		a.Set(i, 0, o.CPU*o.Rate)
		a.Set(i, 1+sort.SearchStrings(scripts, o.Script), o.Rate)
	}
	x, err := NNLS(a, ones(len(observed)))
	if err != nil {
		return err
	}
	c.Server = x[0]
	for i, script := range scripts {
		c.Client[script] = x[1+i]
	}
	return nil
}

// Validate says whether the numbers are a cost model: nothing missing, nothing negative.
func (c *Cost) Validate() error {
	for _, name := range termNames {
		if _, ok := c.Unit[name]; !ok {
			return fmt.Errorf("model: no unit cost of a %s", name)
		}
	}
	if len(c.Constant) == 0 || len(c.Client) == 0 || c.Server <= 0 {
		return errors.New("model: constant, client and server are needed")
	}
	single := map[string]float64{"server": c.Server, "reference_cpu_us": c.ReferenceCPUMicros,
		"reference_qps": c.ReferenceQPS}
	for _, group := range []struct {
		name   string
		values map[string]float64
	}{{"constant", c.Constant}, {"unit", c.Unit}, {"client", c.Client}, {"cost", single}} {
		for _, key := range slices.Sorted(maps.Keys(group.values)) {
			if v := group.values[key]; v < 0 || math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("model: %s %s is %v, want a number >= 0", group.name, key, v)
			}
		}
	}
	return nil
}

// distinct collects the names of all observations, sorted, each once.
func distinct(observed []Observation, names func(Observation) []string) []string {
	seen := map[string]bool{}
	var list []string
	for _, o := range observed {
		for _, name := range names(o) {
			if !seen[name] {
				seen[name] = true
				list = append(list, name)
			}
		}
	}
	sort.Strings(list)
	return list
}

func ones(n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = 1
	}
	return v
}
