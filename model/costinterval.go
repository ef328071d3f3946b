package model

import (
	"errors"
	"fmt"
	"math"
)

// Covariance is how sure fitted costs are, by the scatter of refits to resampled states.
type Covariance struct {
	// Names are the kinds of statement and the terms that were fitted, in the order of Matrix.
	Names []string `json:"names"`
	// Matrix is the covariance of the costs, row by row, in reference statements squared.
	Matrix []float64 `json:"matrix"`
	// CPUResidual and RateResidual are the relative standard deviations of a phase around the
	// model, noise included, in states or runs that were left out of the fit; for a phase of the
	// noise that is given, in proportion for others.
	CPUResidual  float64 `json:"cpu_residual"`
	RateResidual float64 `json:"rate_residual"`
	Noise        float64 `json:"noise"`
}

func (v *Covariance) validate() error {
	if v == nil {
		return nil
	}
	n := len(v.Names)
	if n > covarianceMost || len(v.Matrix) != n*n {
		return fmt.Errorf("model: covariance of %d names has %d numbers, want %d of at most %d names",
			n, len(v.Matrix), n*n, covarianceMost)
	}
	for i := range n {
		if v.Matrix[i*n+i] < 0 {
			return fmt.Errorf("model: variance of %s is negative", v.Names[i])
		}
	}
	if v.CPUResidual < 0 || v.RateResidual < 0 || v.Noise < 0 {
		return errors.New("model: a residual or its noise is negative")
	}
	return nil
}

// covarianceMost is the most kinds and terms of a covariance: room for twice the terms.
const covarianceMost = 2 * WorkTerms

// gradient adds what a load holds of each name, times a factor.
func (v *Covariance) gradient(g *[covarianceMost]float64, parts []Part, factor float64) {
	for i := range parts {
		p := &parts[i]
		terms := p.Work.Terms()
		for j, name := range v.Names {
			if name == p.Kind {
				g[j] += factor * p.Share
				continue
			}
			for k := range TermNames {
				if TermNames[k] == name {
					g[j] += factor * p.Share * terms[k]
					break
				}
			}
		}
	}
}

// variance is g' Matrix g.
func (v *Covariance) variance(g *[covarianceMost]float64) (sum float64) {
	n := len(v.Names)
	for i := range n {
		row, inner := v.Matrix[i*n:i*n+n], 0.0
		for j, m := range row {
			inner += m * g[j]
		}
		sum += g[i] * inner
	}
	return max(sum, 0)
}

// RelativeSD is how sure the CPU of a load is by the costs alone, as a standard deviation of its
// logarithm; over that of a base load if there is one, whose common errors cancel.
func (c *Cost) RelativeSD(parts, base []Part) float64 {
	if c.Covariance == nil {
		return 0
	}
	var g [covarianceMost]float64
	c.Covariance.gradient(&g, parts, 1/c.CPU(parts))
	if base != nil {
		c.Covariance.gradient(&g, base, -1/c.CPU(base))
	}
	return math.Sqrt(c.Covariance.variance(&g))
}

// CPUInterval is where the CPU per query of a measured phase with this load lies with a
// confidence (0.9), in reference statements: the costs' own uncertainty and the scatter of phases
// around the model. Costs without a covariance give the point they predict.
func (c *Cost) CPUInterval(parts []Part, confidence float64) (low, high float64) {
	cpu := c.CPU(parts)
	if c.Covariance == nil {
		return cpu, cpu
	}
	return around(cpu, confidence, math.Hypot(c.RelativeSD(parts, nil), c.Covariance.CPUResidual))
}

// RateInterval is the same for the rate. Of an error in CPU only the server's share of a query's
// time shows in the rate.
func (c *Cost) RateInterval(script string, parts []Part, confidence float64) (low, high float64) {
	cpu := c.CPU(parts)
	rate := c.Rate(script, cpu)
	if c.Covariance == nil {
		return rate, rate
	}
	server := c.Server * cpu * rate
	return around(rate, confidence,
		math.Hypot(server*c.RelativeSD(parts, nil), c.Covariance.RateResidual))
}

// around is the interval of a quantity whose logarithm is normal.
func around(v, confidence, sd float64) (low, high float64) {
	spread := math.Exp(Quantiles(confidence) * sd)
	return v / spread, v * spread
}

// Quantiles is how many standard deviations to each side hold a share of a normal distribution:
// 1.645 for 0.9.
func Quantiles(confidence float64) float64 { return math.Sqrt2 * math.Erfinv(confidence) }
