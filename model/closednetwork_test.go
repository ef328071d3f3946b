package model_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/readamp/readamp/model"
)

// meanValues is exact mean value analysis of N threads, a delay and a station of whole cores, with
// the marginal probabilities of Reiser and Lavenberg (1980): statements a microsecond. It builds up
// from one thread to the next, and knows nothing of the network's own recursion.
func meanValues(threads, cores int, demand, delay float64) float64 {
	p := make([]float64, cores) // p[j]: j threads at the station, with one thread less in all
	p[0] = 1
	x, queue := 0.0, 0.0
	for n := 1; n <= threads; n++ {
		idle := 0.0
		for j := 0; j < cores-1; j++ {
			idle += float64(cores-1-j) * p[j]
		}
		response := demand / float64(cores) * (1 + queue + idle)
		x = float64(n) / (response + delay)
		queue = x * response
		rest := 0.0
		for j := cores - 1; j >= 1; j-- {
			p[j] = x * demand / float64(j) * p[j-1]
			rest += float64(cores-j) * p[j]
		}
		p[0] = 1 - (x*demand+rest)/float64(cores)
	}
	return x
}

// TestClosedNetworkIsExact compares with mean value analysis. That loses digits in p[0] the more
// threads wait, so the grid ends where it still has seven.
func TestClosedNetworkIsExact(t *testing.T) {
	for _, cores := range []int{1, 2, 3, 4, 8, 16} {
		for _, delay := range []float64{0, 1, 50, 400, 3000} {
			for _, threads := range []int{1, 2, 3, 5, 8, 13, 32} {
				w := model.ClosedNetwork{Cores: float64(cores), ServerMicros: 100,
					ThinkMicros: delay}
				got := w.At(threads).QPS / 1e6
				want := meanValues(threads, cores, 100, delay)
				if math.Abs(got/want-1) > 1e-7 {
					t.Errorf("%d threads, %d cores, delay %v: %v, mean values %v", threads, cores,
						delay, got, want)
				}
			}
		}
	}
}

// TestClosedNetworkByHand: two threads and one core, D = Z = 1 s. p(1)/p(0) = 2, p(2)/p(1) = 1, so
// the core works 4/5 of the time.
func TestClosedNetworkByHand(t *testing.T) {
	w := model.ClosedNetwork{Cores: 1, ServerMicros: 1e6, ThinkMicros: 1e6}
	got := w.At(2)
	want := model.NetworkState{QPS: 0.8, LatencyMicros: 2.5e6, QueueMicros: 0.5e6,
		Utilisation: 0.8, ServerUtilisation: 0.8}
	for _, v := range [][2]float64{{got.QPS, want.QPS}, {got.LatencyMicros, want.LatencyMicros},
		{got.QueueMicros, want.QueueMicros}, {got.Utilisation, want.Utilisation},
		{got.ServerUtilisation, want.ServerUtilisation}} {
		if math.Abs(v[0]/v[1]-1) > 1e-12 {
			t.Fatalf("got %+v, want %+v", got, want)
		}
	}
}

// randomNetwork draws a valid network of ordinary size.
func randomNetwork(r *rand.Rand) model.ClosedNetwork {
	micros := func() float64 { return math.Pow(10, 4*r.Float64()) }
	w := model.ClosedNetwork{Cores: 0.5 + 127.5*r.Float64(), ServerMicros: micros(),
		ClientMicros: micros(), ThinkMicros: micros(), ClientShares: r.IntN(2) == 0}
	w.BusyCores = 0.9 * w.Cores * r.Float64()
	return w
}

// TestClosedNetworkProperties: the throughput rises with every thread, never above the bounds and
// to both of them; a statement takes N / X, of which it waits the rest.
func TestClosedNetworkProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 6))
	for range 300 {
		w := randomNetwork(r)
		if err := w.Validate(); err != nil {
			t.Fatal(err)
		}
		last := 0.0
		for n := 1; n <= 10_000; n += 1 + n/7 {
			s := w.At(n)
			if s.QPS < last*(1-1e-12) || s.QPS > w.Bound(n)*(1+1e-12) || s.Utilisation > 1+1e-12 ||
				s.ServerUtilisation > s.Utilisation*(1+1e-12) || s.QueueMicros < 0 {
				t.Fatalf("%+v: %d threads: %+v after %v QPS, bound %v", w, n, s, last, w.Bound(n))
			}
			if got := 1e6 * float64(n) / s.QPS; math.Abs(got/s.LatencyMicros-1) > 1e-12 {
				t.Fatalf("%+v: %d threads: latency %v, N/X %v", w, n, s.LatencyMicros, got)
			}
			last = s.QPS
		}
		one, knee := w.At(1), int(w.Knee())
		if math.Abs(one.QPS/w.Bound(1)-1) > 1e-9 || one.QueueMicros > 1e-6*one.LatencyMicros {
			t.Errorf("%+v: one thread: %+v, alone %v", w, one, w.Bound(1))
		}
		if many := w.At(20*knee + 1000); math.Abs(many.QPS/w.Bound(20*knee+1000)-1) > 1e-3 {
			t.Errorf("%+v: twenty times the knee: %+v", w, many)
		}
	}
}

// TestClosedNetworkExtremes: nothing over- or underflows.
func TestClosedNetworkExtremes(t *testing.T) {
	for _, w := range []model.ClosedNetwork{
		{Cores: 128, ServerMicros: 1e-200, ThinkMicros: 1e100},
		{Cores: 128, ServerMicros: 1e100, ThinkMicros: 1e-200},
		{Cores: 1e-3, ServerMicros: 50},
		{Cores: 128, ServerMicros: 50, ThinkMicros: 50},
		{Cores: 100.5, BusyCores: 99.75, ServerMicros: 50, ClientMicros: 10, ClientShares: true},
	} {
		for _, n := range []int{1, 256, 10_000, 1_000_000} {
			s := w.At(n)
			all := []float64{s.QPS, s.LatencyMicros, s.Utilisation, s.ServerUtilisation}
			for _, v := range all {
				if !(v > 0) || math.IsInf(v, 0) {
					t.Errorf("%+v: %d threads: %+v", w, n, s)
				}
			}
			if s.QPS > w.Bound(n)*(1+1e-12) {
				t.Errorf("%+v: %d threads: %v QPS, bound %v", w, n, s.QPS, w.Bound(n))
			}
		}
	}
	one := model.ClosedNetwork{Cores: 1, ServerMicros: 1}
	if got := one.At(0); got != (model.NetworkState{}) {
		t.Errorf("no threads: %+v", got)
	}
}

// TestClosedNetworkBusyCores: cores that merges take are cores less, whole or not.
func TestClosedNetworkBusyCores(t *testing.T) {
	w := model.ClosedNetwork{Cores: 4, ServerMicros: 100, ThinkMicros: 50}
	last := w.At(64).QPS
	for busy := 0.25; busy < 4; busy += 0.25 {
		w.BusyCores = busy
		less := model.ClosedNetwork{Cores: 4 - busy, ServerMicros: 100, ThinkMicros: 50}
		got := w.At(64).QPS
		if want := less.At(64).QPS; got != want || got >= last {
			t.Errorf("%v of 4 cores busy: %v QPS, want %v, below %v", busy, got, want, last)
		}
		last = got
	}
}

// TestClosedNetworkAllocates nothing: a sweep asks millions of times.
func TestClosedNetworkAllocates(t *testing.T) {
	w := model.ClosedNetwork{Cores: 26, ServerMicros: 70, ClientMicros: 20, ThinkMicros: 300}
	sum := 0.0
	if n := testing.AllocsPerRun(100, func() { sum += w.At(256).QPS }); n != 0 || sum == 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkClosedNetwork(b *testing.B) {
	w := model.ClosedNetwork{Cores: 26, ServerMicros: 70, ClientMicros: 20, ThinkMicros: 300}
	for b.Loop() {
		w.At(256)
	}
}

func TestClosedNetworkValidate(t *testing.T) {
	for _, tc := range []struct {
		network model.ClosedNetwork
		want    string
	}{
		{model.ClosedNetwork{Cores: 1, ServerMicros: 1}, ""},
		{model.ClosedNetwork{Cores: 1, ClientMicros: 1, ClientShares: true}, ""},
		{model.ClosedNetwork{Cores: 1, ClientMicros: 1}, "statements need no time of the cores"},
		{model.ClosedNetwork{ServerMicros: 1}, "0 of 0 cores are busy, none is left"},
		{model.ClosedNetwork{Cores: 2, BusyCores: 2, ServerMicros: 1}, "2 of 2 cores are busy"},
		{model.ClosedNetwork{Cores: math.NaN(), ServerMicros: 1}, "cores NaN, want a number >= 0"},
		{model.ClosedNetwork{Cores: 1, ServerMicros: -1}, "server time -1, want a number >= 0"},
		{model.ClosedNetwork{Cores: 1, ServerMicros: 1, ThinkMicros: math.Inf(1)},
			"think time +Inf, want a number >= 0"},
	} {
		err := tc.network.Validate()
		if !saysOf(err, tc.want) {
			t.Errorf("%+v: got %v, want %q", tc.network, err, tc.want)
		}
	}
}

// saysOf says whether an error holds a text; without a text there must be none.
func saysOf(err error, text string) bool {
	if err == nil || text == "" {
		return err == nil && text == ""
	}
	return strings.Contains(err.Error(), text)
}
