package model

import (
	"errors"
	"fmt"
	"math"
)

// CostCovariance is how sure fitted costs are, by the scatter of refits to resampled states.
type CostCovariance struct {
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

func (v *CostCovariance) validate() error {
	if v == nil {
		return nil
	}
	n := len(v.Names)
	if n > covarianceMost || len(v.Matrix) != n*n {
		return fmt.Errorf("model: covariance of %d names has %d numbers, want %d of at most %d "+
			"names", n, len(v.Matrix), n*n, covarianceMost)
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

// gradient adds what a load holds of each name, times a factor. Terms says which term each name
// is.
func (v *CostCovariance) gradient(g *[covarianceMost]float64, terms *[covarianceMost]int,
	parts []Part, factor float64) {

	for i := range parts {
		p := &parts[i]
		work, share := p.Work.Terms(), factor*p.Share
		for j, name := range v.Names {
			if term := terms[j]; term >= 0 {
				g[j] += share * work[term]
			} else if name == p.Kind {
				g[j] += share
			}
		}
	}
}

// terms are the places of the names among the terms, -1 of a kind of statement.
func (v *CostCovariance) terms() (places [covarianceMost]int) {
	for j, name := range v.Names {
		places[j] = -1
		for i := range TermNames {
			if TermNames[i] == name {
				places[j] = i
				break
			}
		}
	}
	return places
}

// variance is g' Matrix g.
func (v *CostCovariance) variance(g *[covarianceMost]float64) (sum float64) {
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
	if base == nil {
		return c.Covariance.relativeSD(parts, c.CPU(parts))
	}
	var g [covarianceMost]float64
	terms := c.Covariance.terms()
	c.Covariance.gradient(&g, &terms, parts, 1/c.CPU(parts))
	c.Covariance.gradient(&g, &terms, base, -1/c.CPU(base))
	return math.Sqrt(c.Covariance.variance(&g))
}

// relativeSD is RelativeSD of a load whose CPU is known.
func (v *CostCovariance) relativeSD(parts []Part, cpu float64) float64 {
	var g [covarianceMost]float64
	terms := v.terms()
	v.gradient(&g, &terms, parts, 1/cpu)
	return math.Sqrt(v.variance(&g))
}

// Price is what a load costs and gets. Without a covariance in the costs, intervals are points.
type Price struct {
	CPU, CPULow, CPUHigh    float64 // server CPU of the mean query, reference statements
	Rate, RateLow, RateHigh float64 // queries a second, over those of the reference load
}

// Price prices a load. The intervals are where a measured phase with this load lies with a
// confidence (0.9): the costs' own uncertainty and the scatter of phases around the model. Of an
// error in CPU only the server's share of a query's time shows in the rate.
func (c *Cost) Price(script string, parts []Part, confidence float64) Price {
	p := Price{CPU: c.CPU(parts)}
	p.Rate = c.Rate(script, p.CPU)
	sd := 0.0
	if c.Covariance != nil {
		sd = c.Covariance.relativeSD(parts, p.CPU)
	}
	p.widen(c, sd, confidence)
	return p
}

// widen sets the intervals of a load whose CPU is sure to a relative standard deviation.
func (p *Price) widen(c *Cost, sd, confidence float64) {
	v := c.Covariance
	if v == nil {
		p.CPULow, p.CPUHigh, p.RateLow, p.RateHigh = p.CPU, p.CPU, p.Rate, p.Rate
		return
	}
	width, server := CostQuantile(confidence), c.Server*p.CPU*p.Rate
	cpu := math.Exp(width * math.Hypot(sd, v.CPUResidual)) // the logarithm is normal
	rate := math.Exp(width * math.Hypot(server*sd, v.RateResidual))
	p.CPULow, p.CPUHigh = p.CPU/cpu, p.CPU*cpu
	p.RateLow, p.RateHigh = p.Rate/rate, p.Rate*rate
}

// CPUInterval is the interval of the CPU alone.
func (c *Cost) CPUInterval(parts []Part, confidence float64) (low, high float64) {
	p := c.Price("", parts, confidence)
	return p.CPULow, p.CPUHigh
}

// RateInterval is the interval of the rate alone.
func (c *Cost) RateInterval(script string, parts []Part, confidence float64) (low, high float64) {
	p := c.Price(script, parts, confidence)
	return p.RateLow, p.RateHigh
}

// CostQuantile is how many standard deviations to each side hold a share of a normal distribution:
// 1.645 for 0.9.
func CostQuantile(confidence float64) float64 { return math.Sqrt2 * math.Erfinv(confidence) }
