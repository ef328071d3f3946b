package keydist

import "math/rand/v2"

// A Sampler draws from a Dist and a source of random numbers, together. From a [PCG] it draws
// uniform and special ids, the kinds that simulations use most, about twice as fast; everything
// else goes the general way. The ids are those of Draw either way. It is for one goroutine, and so
// are all samplers that share a source.
type Sampler struct {
	dist   Dist
	random *rand.Rand

	pcg *PCG // nil where ids are drawn the general way; the rest is for the fast one

	// An even id is base + int64(u*width + offset) for a random u.
	base          int64
	width, offset float64

	// A u of 52 bits below meanBelow begins a mean of special instead.
	meanBelow uint64
	special   *special
	terms     int
	skipMean  leap // over the numbers of a mean
}

// NewSampler returns a sampler of d that takes its numbers from source.
func NewSampler(d Dist, source rand.Source) *Sampler {
	s := &Sampler{dist: d, random: rand.New(source)}
	pcg, ok := source.(*PCG)
	if !ok {
		return s
	}
	switch d := d.(type) {
	case uniform:
		s.pcg, s.width, s.offset = pcg, float64(d.n), 1
	case *special:
		s.pcg, s.base, s.width, s.offset = pcg, 1, d.width, d.offset
		s.meanBelow, s.special, s.terms = d.firstOfBand(), d, d.terms
		s.skipMean = newLeap(d.terms)
	}
	return s
}

// Draw returns one id. It does not allocate.
func (s *Sampler) Draw() int64 {
	if s.pcg == nil {
		return s.dist.Draw(s.random)
	}
	now := s.pcg.state.next()
	x := now.number()
	if x>>12 >= s.meanBelow {
		s.pcg.state = now
		return s.base + int64(float64(unit(x)*s.width)+s.offset)
	}
	// Summing whole numbers and scaling the sum rounds as summing numbers in [0, 1) does, because
	// the scale is a power of two.
	sum := 0.0
	for left := s.terms; left > 0; left-- {
		now = now.next()
		sum += float64(int64(now.number() >> 12))
	}
	s.pcg.state = now
	return s.special.ofMean(sum * 0x1p-52)
}

// Skip takes the random numbers of one draw from the source: cheaper than a draw whose id nobody
// wants. It computes both states in which a draw may end and chooses one, because a branch that
// goes one way three times of four is often predicted wrongly, which costs more.
func (s *Sampler) Skip() {
	if s.pcg == nil {
		s.dist.Draw(s.random)
		return
	}
	now := s.pcg.state.next()
	far := now.land(&s.skipMean)
	isMean := now.number()>>12 < s.meanBelow
	if isMean {
		now.hi = far.hi
	}
	if isMean {
		now.lo = far.lo
	}
	s.pcg.state = now
}
