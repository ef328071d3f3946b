package keydist

import (
	"math/rand/v2"
	"testing"

	"github.com/readamp/readamp/internal/xoroshiro"
)

func TestPCGIsThatOfTheLibrary(t *testing.T) {
	for _, seed := range []uint64{0, 1, 7 << 40, 1<<64 - 1} {
		ours, theirs := NewPCG(seed, ^seed), rand.NewPCG(seed, ^seed)
		for i := range 1000 {
			if got, want := ours.Uint64(), theirs.Uint64(); got != want {
				t.Fatalf("seed %d, number %d: %#x, math/rand/v2 has %#x", seed, i, got, want)
			}
		}
	}
}

func TestLeapIsThatManySteps(t *testing.T) {
	for _, steps := range []int{0, 1, 2, 12, maxSpecIter} {
		l := newLeap(steps)
		far := state{1 << 63, 12345}.land(&l)
		near := state{1 << 63, 12345}
		for range steps {
			near = near.next()
		}
		if far != near {
			t.Errorf("leap over %d numbers ends in %v, want %v", steps, far, near)
		}
	}
}

// A sampler draws and skips as Draw does with the library's PCG, in any mixture; samplers of a
// shared source see each other's draws.
func TestSamplerDrawsAsDist(t *testing.T) {
	forEach(t, func(t *testing.T, d Dist) {
		ours, theirs := NewPCG(3, 4), rand.New(rand.NewPCG(3, 4))
		s, tables := NewSampler(d, ours), NewSampler(uniform{30}, ours)
		for i := range 1000 {
			if got, want := s.Draw(), d.Draw(theirs); got != want {
				t.Fatalf("draw %d is %d, want %d", i, got, want)
			}
			if got, want := tables.Draw(), (uniform{30}).Draw(theirs); got != want {
				t.Fatalf("draw %d of the other sampler is %d, want %d", i, got, want)
			}
			s.Skip()
			d.Draw(theirs)
			tables.Skip()
			theirs.Uint64()
		}
	})
}

func TestSamplerTakesAnySource(t *testing.T) {
	for _, name := range Names() {
		d := mustNew(t, name, 1000, Options{})
		s, r := NewSampler(d, xoroshiro.Seed7()), rand.New(xoroshiro.Seed7())
		for i := range 1000 {
			if got, want := s.Draw(), d.Draw(r); got != want {
				t.Fatalf("%s: draw %d is %d, want %d", name, i, got, want)
			}
			s.Skip()
			d.Draw(r)
		}
	}
}

// The integer that decides between mean and band decides as sysbench's comparison of floating-point
// numbers does, right up to the border.
func TestBorderOfBand(t *testing.T) {
	forEach(t, func(t *testing.T, d Dist) {
		s, ok := d.(*special)
		if !ok {
			return
		}
		if x := s.firstOfBand(); x < 1<<52 && s.givesMean(unit(x<<12)) {
			t.Errorf("%d, the border, gives a mean", x)
		}
		if x := s.firstOfBand(); x > 0 && !s.givesMean(unit((x-1)<<12)) {
			t.Errorf("%d, below the border, does not give a mean", x-1)
		}
	})
}

func TestSamplerDoesNotAllocate(t *testing.T) {
	for _, name := range Names() {
		s := NewSampler(mustNew(t, name, 1_000_000, Options{}), NewPCG(1, 2))
		if allocs := testing.AllocsPerRun(1000, func() { s.Draw(); s.Skip() }); allocs != 0 {
			t.Errorf("%s: %v allocations per draw", name, allocs)
		}
	}
}

func BenchmarkSampler(b *testing.B) {
	for _, name := range Names() {
		b.Run(name, func(b *testing.B) {
			s := NewSampler(mustNew(b, name, 1_000_000, Options{}), NewPCG(1, 2))
			b.ReportAllocs()
			for b.Loop() {
				s.Draw()
			}
		})
	}
}
