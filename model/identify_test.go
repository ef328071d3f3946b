package model

import (
	"math"
	"slices"
	"testing"
)

// oneDistribution is a ladder in which every mini adds as many rows to a range: rows and SSTables
// opened always change together.
func oneDistribution(c *Cost, gets bool) []Observation {
	var list []Observation
	for state := range 12 {
		minis := float64(state % 5)
		get := Part{"get", 10. / 14, Work{Probed: 0.2 + 0.3*minis}}
		scan := Part{"range", 4. / 14, Work{SlowRows: 100 + 65*minis, Opened: 1 + minis}}
		add := func(script string, parts ...Part) {
			cpu := c.CPU(parts)
			list = append(list, Observation{Run: "run", State: state, Script: script, Parts: parts,
				CPU: cpu, Rate: c.Rate(script, cpu)})
		}
		add("oltp_read_only", get, scan)
		if gets {
			get.Share = 1
			add("oltp_point_select", get)
		}
	}
	return list
}

// findUntold is what is said of a term.
func findUntold(t *testing.T, c *Cost, term string) Unidentified {
	t.Helper()
	for _, u := range c.Unidentified {
		if u.Term == term {
			return u
		}
	}
	t.Errorf("%s is identified: %+v", term, c.Unit)
	return Unidentified{}
}

// TestIdentify: a degenerate run names what it can't tell and what it can't tell it from, and still
// prices loads of its own kind.
func TestIdentify(t *testing.T) {
	truth := planted()
	observed := oneDistribution(truth, true)
	c, err := FitCost(observed)
	if err != nil {
		t.Fatal(err)
	}
	for _, term := range []string{"fast_row", "memtable_row", "version", "block", "miss"} {
		if u := findUntold(t, c, term); u.Reason != reasonAbsent || len(u.With) != 0 {
			t.Errorf("%+v", u)
		}
	}
	u := findUntold(t, c, "open")
	if u.Reason != reasonCollinear || !slices.Contains(u.With, "slow_row") {
		t.Errorf("%+v", u)
	}
	for _, u := range c.Unidentified {
		if _, priced := c.Unit[u.Term]; priced {
			t.Errorf("%s is not identified and has a cost", u.Term)
		}
	}
	if len(c.Unit)+len(c.Unidentified) != WorkTerms {
		t.Errorf("units %v, not told %v", c.Unit, c.Unidentified)
	}
	for _, o := range observed {
		if cpu := c.CPU(o.Parts); !near(cpu/o.CPU, 1, 1e-6) {
			t.Errorf("CPU %.4f of %.4f", cpu, o.CPU)
		}
	}
}

// TestIdentifyConstants: one script alone runs its kinds in fixed shares, so that their constants
// are one number, and the second kind is named.
func TestIdentifyConstants(t *testing.T) {
	c, err := FitCost(oneDistribution(planted(), false))
	if err != nil {
		t.Fatal(err)
	}
	u := findUntold(t, c, "range")
	if u.Reason != reasonCollinear || !slices.Contains(u.With, "get") {
		t.Errorf("%+v", u)
	}
	if c.Constant["get"] != c.Constant["range"] {
		t.Errorf("constants %v", c.Constant)
	}
}

// TestIdentifyTells: where two distributions are pooled, rows and SSTables opened come apart.
func TestIdentifyTells(t *testing.T) {
	truth := planted()
	observed := oneDistribution(truth, true)
	for _, o := range oneDistribution(truth, true) {
		o.Run = "other"
		o.Parts = slices.Clone(o.Parts)
		for i := range o.Parts {
			if w := &o.Parts[i].Work; w.Opened > 0 {
				w.SlowRows = 100 + 2*(w.Opened-1)
			}
		}
		o.CPU = truth.CPU(o.Parts)
		o.Rate = truth.Rate(o.Script, o.CPU)
		observed = append(observed, o)
	}
	c, err := FitCost(observed)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"slow_row", "open", "probe"} {
		if math.Abs(c.Unit[name]-truth.Unit[name]) > 1e-4*truth.Unit[name] {
			t.Errorf("%s costs %v, planted %v", name, c.Unit[name], truth.Unit[name])
		}
	}
}

// TestInflation holds the variance inflation of two columns against 1/(1 - r^2).
func TestInflation(t *testing.T) {
	for _, far := range []float64{0, 0.5, 2} {
		var observed []Observation
		for i := range 8 {
			sign := float64(1 - 2*(i%2))
			w := Work{SlowRows: 1, MemtableRows: 1 + far*sign}
			observed = append(observed, Observation{Script: "s", CPU: 1, Rate: 1,
				Parts: []Part{{"range", 0, w}, {"get", 1, Work{}}}})
			observed[i].Parts[0].Share = 1
		}
		d := newCostDesign(observed)
		d.tied, d.terms = d.tied[:0], []int{slowRowTerm, memtableRowTerm}
		d.tied = append(d.tied, []string{"range", "get"})
		d.build()
		// The columns are (1, 1) and (1 + far, 1 - far) beside a constant of 2.
		want := math.Inf(1)
		if got := d.inflation(1); got != want {
			t.Errorf("far %v: slow rows, which follow from the constant: %v", far, got)
		}
		if far > 0 {
			if got, want := d.inflation(2), 1+1/(far*far); !near(got, want, 1e-9) {
				t.Errorf("far %v: memtable rows %v, want %v", far, got, want)
			}
		}
	}
}
