package model

import (
	"errors"
	"fmt"
	"math"
)

// ClosedNetwork is a load of threads that each send a statement, wait for its answer and send the
// next: a server of some cores, and a delay without queueing.
//
// A statement's demand is what it needs of the cores, its delay what it spends elsewhere:
//
//	D = ServerMicros, and ClientMicros too where the client shares the cores
//	Z = ThinkMicros, and ClientMicros too where it does not
//	c = Cores - BusyCores
//
// With n of N threads at the cores, those finish min(n, c) / D statements a microsecond, and the
// others send (N - n) / Z. The chance of n is therefore
//
//	p(n) = p(n-1) * (N - n + 1) / Z * D / min(n, c)
//
// and the throughput X = sum of p(n) min(n, c) / D. This is the machine repair model with c
// repairmen (Feller, An Introduction to Probability Theory, volume 1, chapter XVII), and the same
// as exact mean value analysis with a load dependent station (Reiser and Lavenberg, Mean-Value
// Analysis of Closed Multichain Queuing Networks, J. ACM 27, 1980). It is exact where cores are
// shared by turns, whatever the statements' lengths (Baskett, Chandy, Muntz and Palacios, J. ACM
// 22, 1975), and where they are not, for exponential lengths. c need not be whole: a core that a
// merge half takes is half a core.
type ClosedNetwork struct {
	Cores     float64 // of the server
	BusyCores float64 // of them taken by other work, merges; less than Cores

	ServerMicros float64 // server CPU of a statement
	ClientMicros float64 // client CPU of a statement
	ThinkMicros  float64 // what a statement waits where nobody queues: the network, the client's
	ClientShares bool    // the client runs on the server's cores
}

// NetworkState is a closed network in its steady state.
type NetworkState struct {
	QPS           float64 // statements a second, of all threads
	LatencyMicros float64 // mean time of a statement, as its thread sees it: N / X
	QueueMicros   float64 // of it, waiting for a core
	// Utilisation is the share of the cores that are left by BusyCores in use, ServerUtilisation
	// the part of it that the server takes.
	Utilisation, ServerUtilisation float64
}

// Validate says what of a network cannot be.
func (w ClosedNetwork) Validate() error {
	for _, f := range []struct {
		name  string
		value float64
	}{{"cores", w.Cores}, {"busy cores", w.BusyCores}, {"server time", w.ServerMicros},
		{"client time", w.ClientMicros}, {"think time", w.ThinkMicros}} {
		if !(f.value >= 0) || math.IsInf(f.value, 0) {
			return fmt.Errorf("model: closed network: %s %v, want a number >= 0", f.name, f.value)
		}
	}
	if w.free() <= 0 {
		return fmt.Errorf("model: closed network: %v of %v cores are busy, none is left",
			w.BusyCores, w.Cores)
	}
	if w.demand() <= 0 {
		return errors.New("model: closed network: statements need no time of the cores")
	}
	return nil
}

// At is the network with so many threads; without threads nothing happens. It takes
// time in proportion to the square root of threads, a few microseconds at most, and allocates
// nothing. The network has to be valid.
func (w ClosedNetwork) At(threads int) NetworkState {
	if threads < 1 {
		return NetworkState{}
	}
	working := w.working(float64(threads)) // mean number of cores at work
	throughput := working / w.demand()     // statements a microsecond
	latency := float64(threads) / throughput
	own := w.demand() / math.Min(1, w.free()) // on an otherwise idle server
	return NetworkState{
		QPS:               microsPerSecond * throughput,
		LatencyMicros:     latency,
		QueueMicros:       math.Max(0, latency-w.delay()-own),
		Utilisation:       working / w.free(),
		ServerUtilisation: working / w.free() * (w.ServerMicros / w.demand()),
	}
}

const microsPerSecond = 1e6

// Bound is the most QPS that so many threads can reach, by what each of them can and what the cores
// can: min(N / (D + Z), c / D) (Denning and Buzen, The Operational Analysis of Queueing Network
// Models, ACM Computing Surveys 10, 1978).
func (w ClosedNetwork) Bound(threads int) float64 {
	own := w.demand() / math.Min(1, w.free())
	alone := float64(threads) / (own + w.delay())
	return microsPerSecond * math.Min(alone, w.free()/w.demand())
}

// Knee is the number of threads at which the two bounds meet: with fewer, threads limit the rate,
// with more, cores do.
func (w ClosedNetwork) Knee() float64 {
	return w.free() * (w.demand()/math.Min(1, w.free()) + w.delay()) / w.demand()
}

func (w ClosedNetwork) free() float64 { return w.Cores - w.BusyCores }

// demand is D of the type's comment, in microseconds.
func (w ClosedNetwork) demand() float64 {
	if w.ClientShares {
		return w.ServerMicros + w.ClientMicros
	}
	return w.ServerMicros
}

// delay is Z of the type's comment, in microseconds.
func (w ClosedNetwork) delay() float64 {
	if w.ClientShares {
		return w.ThinkMicros
	}
	return w.ThinkMicros + w.ClientMicros
}

// working is the mean of min(n, c). p(n) rises to one top and falls on both sides, so that sums
// start there, with the top as unit: nothing over- or underflows, and what is left out beyond
// negligible terms is less than the last digit.
func (w ClosedNetwork) working(threads float64) float64 {
	c, ratio := w.free(), w.demand()/w.delay()
	if c < negligible*ratio { // all threads are always at the cores
		return math.Min(threads, c)
	}
	top := w.top(threads)
	mass, working := 1.0, math.Min(top, c)
	for n, p := top+1, 1.0; n <= threads && p > negligible*mass; n++ {
		p *= (threads - n + 1) * ratio / math.Min(n, c)
		mass += p
		working += p * math.Min(n, c)
	}
	for n, p := top, 1.0; n >= 1 && p > negligible*mass; n-- {
		p *= math.Min(n, c) / ((threads - n + 1) * ratio)
		mass += p
		working += p * math.Min(n-1, c)
	}
	return working / mass
}

// negligible is the share of the sum below which terms are left out; the terms beyond fall faster
// than a geometric series, and together they stay below the precision of a float64.
const negligible = 1e-18

// top is the most likely number of threads at the cores: the last n for which p(n) >= p(n-1).
func (w ClosedNetwork) top(threads float64) float64 {
	c, ratio := w.free(), w.demand()/w.delay()
	n := math.Floor((threads + 1) * ratio / (1 + ratio)) // as if no thread queued
	if n > c {
		n = math.Max(math.Floor(c), math.Floor(threads+1-c/ratio))
	}
	return math.Max(0, math.Min(n, threads))
}
