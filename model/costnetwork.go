package model

import "fmt"

// CostMachine is where a cost model was fitted: what it takes to say what its rates mean with other
// threads and cores. The client ran on the server's cores.
type CostMachine struct {
	Cores   float64
	Threads int
	// ThinkMicros is what a statement waits where nobody queues. With two threads a core and more
	// it makes next to no difference to the rates, so that a fit cannot tell it, and all to those
	// of fewer: [LoopbackThinkMicros] over a loopback device.
	ThinkMicros float64
}

// LoopbackThinkMicros is what a statement of sysbench waits on the server's machine, with client
// and server waking each other: costs of ladder-special-8t give the rates of ladder-special-2t
// within 1.0 % at the median (16 % without it), those of ladder-uniform-8t within 1.2 % (14 %).
const LoopbackThinkMicros = 40

// Network turns the server CPU of the mean query of a load, in reference statements as by
// [Cost.CPU], into a closed network on the machine of the fit. It is scaled so that the reference
// load has ReferenceQPS with the threads of the fit; where they fill the cores, rates relative to
// it are those of [Cost.Rate]. For other machines, change what differs: the cores, BusyCores,
// ClientShares where the client has cores of its own, ThinkMicros for a network.
func (c *Cost) Network(script string, cpu float64, m CostMachine) (ClosedNetwork, error) {
	if err := c.Prices(script, nil); err != nil {
		return ClosedNetwork{}, err
	}
	reference := ClosedNetwork{Cores: m.Cores, ServerMicros: 1, ThinkMicros: m.ThinkMicros}
	if err := reference.Validate(); err != nil {
		return ClosedNetwork{}, err
	}
	most := microsPerSecond * float64(m.Threads) / m.ThinkMicros // with statements of no time
	if !(c.ReferenceQPS > 0 && c.ReferenceQPS < most) {
		return ClosedNetwork{}, fmt.Errorf("model: %v queries per second of the reference load, "+
			"want more than 0 and less than %.0f, which %d threads can send", c.ReferenceQPS, most,
			m.Threads)
	}
	micros := reference.demandFor(c.ReferenceQPS, m.Threads)
	return ClosedNetwork{Cores: m.Cores, ServerMicros: c.Server * cpu * micros,
		ClientMicros: c.Client[script] * micros, ThinkMicros: m.ThinkMicros,
		ClientShares: true}, nil
}

// demandFor is the ServerMicros with which so many threads reach a rate, found by halving: the rate
// falls as statements get longer, and a thread that never waited would take threads/qps for one, or
// all cores for as long.
func (w ClosedNetwork) demandFor(qps float64, threads int) float64 {
	low, high := 0.0, microsPerSecond*max(float64(threads), w.free())/qps
	for range demandHalvings {
		w.ServerMicros = (low + high) / 2
		if w.At(threads).QPS > qps {
			low = w.ServerMicros
		} else {
			high = w.ServerMicros
		}
	}
	return (low + high) / 2
}

// demandHalvings leaves no digit of a float64 open.
const demandHalvings = 60
