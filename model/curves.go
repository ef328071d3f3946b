package model

import "math"

// curves are functions of the events that wrote a memtable or run, looked up instead of summed up:
// between points that are even in the logarithm of the events, by cubic interpolation.
type curves struct {
	points [][curveCount]float64
}

// The curves of a table.
const (
	keyCurve   = iota // distinct keys
	multiCurve        // of them those with more than one version
	rangeCurve        // keys that a range meets
	slowCurve         // base rows of a range in blocks that some key lies in
	wholeCurve        // probability that the row of a get has been made whole
	anyCurve          // probability that the row of a get has been written at all
	entryCurve        // rows whose index entries changed
	bytesCurve        // bytes of the memstore, index and the server's share included
	curveCount
)

const (
	// curveFirst is where the curves begin, in events; below they are straight lines from nothing.
	curveFirst = 1e-2
	// curvePoints reach up to 1e-2 x exp(224/8) = 1.4e10 events; beyond, nothing changes any more.
	curvePoints = 224
	// pointsPerE is how many points lie between 1 and e times as many events. What is looked up
	// changes like 1 - exp(-x) at most: cubic interpolation is off by 3/128 of the fourth
	// difference, which is less than 2e-5.
	pointsPerE = 8
)

// newCurves fills the points in.
func newCurves(fill func(events float64, point *[curveCount]float64)) curves {
	c := curves{points: make([][curveCount]float64, curvePoints)}
	for i := range c.points {
		fill(curveFirst*math.Exp(float64(i)/pointsPerE), &c.points[i])
	}
	return c
}

// spot is a place on the curves.
type spot struct {
	first   int        // of four points
	weights [4]float64 // of each
}

// find finds a number of events.
func (s *spot) find(events float64) {
	if events <= curveFirst {
		s.weights[0] = max(events, 0) / curveFirst
		return
	}
	at := min((ln(events)-lnCurveFirst)*pointsPerE, curvePoints-1)
	s.first = max(min(int(at)-1, curvePoints-4), 0)
	t := at - float64(s.first) // 0 to 3, mostly 1 to 2
	a, b, d := t-1, t-2, t-3
	s.weights = [4]float64{-a * b * d / 6, t * b * d / 2, -t * a * d / 2, t * a * b / 6}
}

var lnCurveFirst = math.Log(curveFirst)

// ln is the logarithm of a normal positive number, off by less than 1e-9, which is 1e-8 of the way
// between two points: in half the time of math.Log. With x = 2^e m, 1 <= m < 2, and
// r = (m - s) / (m + s), s being the root of 2, it is (e + 1/2) ln 2 + 2 (r + r^3/3 + r^5/5 + ...),
// of which the first term left out is 2 r^11 / 11, r being at most 0.172.
func ln(x float64) float64 {
	bits := math.Float64bits(x)
	e := float64(int(bits>>52) - 1023)
	m := math.Float64frombits(bits&(1<<52-1) | 1023<<52)
	r := (m - math.Sqrt2) / (m + math.Sqrt2)
	r2 := r * r
	return (e+0.5)*math.Ln2 + 2*r*(1+r2*(1./3+r2*(1./5+r2*(1./7+r2/9))))
}

// value is a curve at a spot.
func (c *curves) value(s *spot, curve int) float64 {
	p := c.points[s.first : s.first+4]
	return s.weights[0]*p[0][curve] + s.weights[1]*p[1][curve] + s.weights[2]*p[2][curve] +
		s.weights[3]*p[3][curve]
}

// at is a curve after so many events.
func (c *curves) at(events float64, curve int) float64 {
	if events <= 0 {
		return 0
	}
	var s spot
	s.find(events)
	return c.value(&s, curve)
}
