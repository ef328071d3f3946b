package workload

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Limits of rates, our own.
const (
	minPerSecond = 1e-6 // an event in 11 days
	maxPerSecond = 1e9
	maxThreads   = 1_000_000
	maxService   = 24 * time.Hour
)

// A Rate says how often a load has an event: either so many a second, or as often as a number of
// clients can that wait for each answer (a closed loop). One half is 0.
type Rate struct {
	PerSecond float64

	Threads     int           // clients
	ServiceTime time.Duration // of one event, begin to commit
}

// EventsPerSecond returns the events of all clients.
func (r Rate) EventsPerSecond() float64 {
	if r.Threads > 0 {
		return float64(r.Threads) / r.ServiceTime.Seconds()
	}
	return r.PerSecond
}

// ParseRate reads events a second, such as 500/s, 12k/s, 0.5/s or a bare 500 as sysbench's --rate,
// or a closed loop, such as 256x3ms: 256 clients that need 3 ms for an event. k is 1000, M a
// million.
func ParseRate(text string) (Rate, error) {
	if threads, service, isLoop := strings.Cut(text, "x"); isLoop {
		return parseLoop(text, threads, service)
	}
	perSecond, ok := parseDecimal(strings.TrimSuffix(text, "/s"))
	if !ok {
		return Rate{}, fmt.Errorf("workload: rate %q: want events a second such as 12k/s, or "+
			"clients x time of an event such as 256x3ms", text)
	}
	if !(perSecond >= minPerSecond && perSecond <= maxPerSecond) {
		return Rate{}, fmt.Errorf("workload: rate %q: want %v/s to %v/s", text,
			minPerSecond, maxPerSecond)
	}
	return Rate{PerSecond: perSecond}, nil
}

// parseLoop reads the two halves of a closed loop.
func parseLoop(text, threads, service string) (Rate, error) {
	n, err := strconv.Atoi(threads)
	if err != nil || n < 1 || n > maxThreads {
		return Rate{}, fmt.Errorf("workload: rate %q: want 1 to %d clients before the x",
			text, maxThreads)
	}
	d, err := time.ParseDuration(service)
	if err != nil || d <= 0 || d > maxService {
		return Rate{}, fmt.Errorf("workload: rate %q: want the time of an event after the x, such "+
			"as 3ms or 250us, at most %v", text, maxService)
	}
	return Rate{Threads: n, ServiceTime: d}, nil
}

// String returns the rate as ParseRate reads it.
func (r Rate) String() string {
	if r.Threads > 0 {
		service := strings.ReplaceAll(r.ServiceTime.String(), "µ", "u") // as people type it
		return fmt.Sprintf("%dx%s", r.Threads, service)
	}
	return formatDecimal(r.PerSecond) + "/s"
}
