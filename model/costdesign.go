package model

import (
	"slices"

	"gonum.org/v1/gonum/mat"
)

// costDesign is the equations of a fit: a row for each observation, a column for each constant and
// each term.
type costDesign struct {
	observed       []Observation
	kinds, scripts []string
	tied           [][]string // the kinds that share a constant, by column
	terms          []int      // the terms of the columns that follow

	// a times the costs is b: both divided by what was measured and by its noise.
	a *mat.Dense
	b []float64
}

// newCostDesign has a column for everything.
func newCostDesign(observed []Observation) *costDesign {
	d := &costDesign{observed: observed}
	d.kinds = distinct(observed, func(o Observation) (names []string) {
		for _, p := range o.Parts {
			names = append(names, p.Kind)
		}
		return names
	})
	d.scripts = distinct(observed, func(o Observation) []string { return []string{o.Script} })
	for _, kind := range d.kinds {
		d.tied = append(d.tied, []string{kind})
	}
	for term := range WorkTerms {
		d.terms = append(d.terms, term)
	}
	d.build()
	return d
}

// build writes the equations.
func (d *costDesign) build() {
	typical := typicalNoise(d.observed)
	d.a = mat.NewDense(len(d.observed), len(d.tied)+len(d.terms), nil)
	d.b = make([]float64, len(d.observed))
	for i, o := range d.observed {
		d.b[i] = typical / o.noise(typical)
		row := d.a.RawRowView(i)
		for _, p := range o.Parts {
			share := p.Share * d.b[i] / o.CPU
			row[d.constant(p.Kind)] += share
			terms := p.Work.Terms()
			for j, term := range d.terms {
				row[len(d.tied)+j] += share * terms[term]
			}
		}
	}
}

// noise is the observation's noise, or the typical one if it doesn't know.
func (o Observation) noise(typical float64) float64 {
	if o.Noise > 0 {
		return o.Noise
	}
	return typical
}

// typicalNoise is the mean noise of the observations that know theirs, so that weights are near 1;
// 1 if none does.
func typicalNoise(observed []Observation) float64 {
	sum, n := 0.0, 0.0
	for _, o := range observed {
		if o.Noise > 0 {
			sum, n = sum+o.Noise, n+1
		}
	}
	if n == 0 {
		return 1
	}
	return sum / n
}

// constant is the column of a kind's constant.
func (d *costDesign) constant(kind string) int {
	return slices.IndexFunc(d.tied, func(kinds []string) bool {
		return slices.Contains(kinds, kind)
	})
}

func (d *costDesign) column(j int) mat.Vector { return d.a.ColView(j) }

// names are the kinds and terms of the columns.
func (d *costDesign) names() (names []string) {
	for _, kinds := range d.tied {
		names = append(names, kinds[0])
	}
	for _, term := range d.terms {
		names = append(names, TermNames[term])
	}
	return names
}

// runs are the runs of the observations.
func (d *costDesign) runs() []string {
	return distinct(d.observed, func(o Observation) []string { return []string{o.Run} })
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
	slices.Sort(list)
	return list
}
