package model

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/optimize"
	"gonum.org/v1/gonum/stat"
)

// FitClosedNetwork finds the network that gives the rates of points with three different numbers of
// threads at least, by least squares on the logarithms of the rates. Cores are those of the server,
// or 0 to have them found too, one at least. Rates cannot tell the server's time from that of a
// client on the same cores: all of it comes back as ServerMicros, and what is spent elsewhere as
// ThinkMicros.
//
// Cores that were found are those that the rates speak of, not the machine's: whatever serves so
// many statements at a time, a latch or a network queue, counts as cores. And rates that level off
// can be told by few cores with short statements about as well as by many with long ones.
func FitClosedNetwork(points []ScalingPoint, cores float64) (ClosedNetwork, error) {
	if err := checkScaling(points); err != nil {
		return ClosedNetwork{}, err
	}
	if !(cores >= 0) || math.IsInf(cores, 0) {
		return ClosedNetwork{}, fmt.Errorf("model: fit of a closed network: %v cores", cores)
	}
	problem := optimize.Problem{Func: func(x []float64) float64 {
		w, sum := networkOf(x, cores), 0.0
		for _, p := range points {
			off := math.Log(w.At(p.Threads).QPS / p.QPS)
			sum += off * off
		}
		if math.IsNaN(sum) {
			return math.Inf(1)
		}
		return sum
	}}
	best, least := ClosedNetwork{}, math.Inf(1)
	for _, start := range networkStarts(points, cores) {
		found, err := optimize.Minimize(problem, start, nil, &optimize.NelderMead{})
		if err != nil {
			return ClosedNetwork{}, fmt.Errorf("model: fit of a closed network: %w", err)
		}
		if found.F < least {
			best, least = networkOf(found.X, cores), found.F
		}
	}
	return best, nil
}

// networkOf is the network at a point of the search: the logarithms of demand, delay and, where
// cores are 0, of the cores above one.
func networkOf(x []float64, cores float64) ClosedNetwork {
	if cores == 0 {
		cores = 1 + math.Exp(x[2])
	}
	return ClosedNetwork{Cores: cores, ServerMicros: math.Exp(x[0]), ThinkMicros: math.Exp(x[1])}
}

// networkStarts are where the search begins: the highest rate is what the cores can do, the time of
// a statement with the fewest threads that of an idle server, for several numbers of cores where
// they are not given.
func networkStarts(points []ScalingPoint, cores float64) [][]float64 {
	highest, fewest := 0.0, points[0]
	for _, p := range points {
		highest = math.Max(highest, p.QPS)
		if p.Threads < fewest.Threads {
			fewest = p
		}
	}
	alone := microsPerSecond * float64(fewest.Threads) / fewest.QPS
	start := func(cores float64) []float64 {
		demand := microsPerSecond * cores / highest
		return []float64{math.Log(demand), math.Log(math.Max(alone-demand, alone/100))}
	}
	if cores > 0 {
		return [][]float64{start(cores)}
	}
	var starts [][]float64
	for above := 1.0; above <= 64; above *= 8 {
		starts = append(starts, append(start(1+above), math.Log(above)))
	}
	return starts
}

// ScalingComparison says which of two laws tells rates better that it was not fitted to.
type ScalingComparison struct {
	USL     USL           // fitted to all points
	Network ClosedNetwork // fitted to all points, cores too
	// USLError and NetworkError are the mean errors, regardless of sign and as a share of what was
	// measured, where all other numbers of threads were fitted to.
	USLError, NetworkError float64
	Better                 ScalingLaw
}

// ScalingLaw names a law of how rates follow the number of threads.
type ScalingLaw string

// The verdicts of [CompareScaling]. It is a tie where the mean difference of the two laws' errors
// is within its own standard error.
const (
	ScalingUSL     ScalingLaw = "usl"
	ScalingNetwork ScalingLaw = "network"
	ScalingTie     ScalingLaw = "tie"
)

// CompareScaling fits both laws to points with four different numbers of threads at least, each of
// which is left out once and predicted from the others: the ends too, so that a law has to say what
// happens with more threads than it has seen.
func CompareScaling(points []ScalingPoint) (ScalingComparison, error) {
	var c ScalingComparison
	if err := checkScaling(points); err != nil {
		return c, err
	}
	var threads []int
	for _, p := range points {
		threads = append(threads, p.Threads)
	}
	slices.Sort(threads)
	if threads = slices.Compact(threads); len(threads) <= minScalingThreads {
		return c, fmt.Errorf("model: %d different numbers of threads, at least %d are needed to "+
			"compare laws of scaling", len(threads), minScalingThreads+1)
	}
	var err error
	if c.USL, c.Network, err = fitScaling(points); err != nil {
		return c, err
	}
	var difference []float64
	for _, n := range threads {
		usl, network, err := heldOut(points, n)
		if err != nil {
			return c, err
		}
		difference = append(difference, usl-network)
		c.USLError += usl / float64(len(threads))
		c.NetworkError += network / float64(len(threads))
	}
	c.Better = betterLaw(difference)
	return c, nil
}

// betterLaw judges the differences of errors, those of the universal law less those of the network.
func betterLaw(difference []float64) ScalingLaw {
	mean, deviation := stat.MeanStdDev(difference, nil)
	switch noise := stat.StdErr(deviation, float64(len(difference))); {
	case math.Abs(mean) <= noise:
		return ScalingTie
	case mean < 0:
		return ScalingUSL
	}
	return ScalingNetwork
}

// fitScaling fits both laws.
func fitScaling(points []ScalingPoint) (USL, ClosedNetwork, error) {
	u, err := FitUSL(points)
	if err != nil {
		return u, ClosedNetwork{}, err
	}
	w, err := FitClosedNetwork(points, 0)
	return u, w, err
}

// heldOut is the mean error of both laws at a number of threads, fitted to the others.
func heldOut(points []ScalingPoint, threads int) (usl, network float64, err error) {
	var others, held []ScalingPoint
	for _, p := range points {
		if p.Threads == threads {
			held = append(held, p)
		} else {
			others = append(others, p)
		}
	}
	u, w, err := fitScaling(others)
	if err != nil {
		return 0, 0, err
	}
	for _, p := range held {
		usl += math.Abs(u.QPS(float64(threads))/p.QPS-1) / float64(len(held))
		network += math.Abs(w.At(threads).QPS/p.QPS-1) / float64(len(held))
	}
	return usl, network, nil
}
