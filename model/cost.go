package model

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
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
	// Constant is the cost of a statement of a kind apart from its counters.
	Constant map[string]float64 `json:"constant"`
	// Unit is what one of a counter costs, by term ([TermNames]); a term that is not there costs
	// nothing, and Unidentified says why.
	Unit map[string]float64 `json:"unit"`
	// Server and Client give the rate: 1/q = Server * c + Client[script].
	Server float64            `json:"server"`
	Client map[string]float64 `json:"client"`

	ReferenceCPUMicros float64 `json:"reference_cpu_us"`
	ReferenceQPS       float64 `json:"reference_qps"`

	Unidentified []Unidentified `json:"unidentified"`
	// Covariance and Intervals say how sure the numbers are, LeftOut how far off they are where
	// they were not fitted. Costs set by hand have none of them.
	Covariance *CostCovariance `json:"covariance,omitempty"`
	Intervals  *CostIntervals  `json:"intervals,omitempty"`
	LeftOut    *CostLeftOut    `json:"left_out,omitempty"`
	// RowsLine is the straight line fitted to the same phases, by script.
	RowsLine map[string]RowsLine `json:"rows_line"`
}

// Unidentified is a term whose cost the measured phases don't tell.
type Unidentified struct {
	Term   string `json:"term"`
	Reason string `json:"reason"`
	// With are the constants and terms that carry its cost, if any.
	With []string `json:"with"`
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

// Units are the unit costs in the order of [TermNames], for callers that price many loads.
func (c *Cost) Units() (units [WorkTerms]float64) {
	for i, name := range TermNames {
		units[i] = c.Unit[name]
	}
	return units
}

// CPU is the server CPU of the mean query of a load, in reference statements.
func (c *Cost) CPU(parts []Part) float64 {
	units := c.Units()
	var sum float64
	for _, p := range parts {
		cost := c.Constant[p.Kind]
		for i, w := range p.Work.Terms() {
			cost += units[i] * w
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

// Validate says whether the numbers are a cost model: nothing missing, nothing negative, no name
// that is not a term's.
func (c *Cost) Validate() error {
	if len(c.Constant) == 0 || len(c.Client) == 0 || c.Server <= 0 {
		return errors.New("model: constant, client and server are needed")
	}
	for _, name := range slices.Sorted(maps.Keys(c.Unit)) {
		if !slices.Contains(TermNames[:], name) {
			return fmt.Errorf("model: unit %s is no term; the terms are %s", name,
				strings.Join(TermNames[:], ", "))
		}
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
	return c.Covariance.validate()
}
