package keydist

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/readamp/readamp/internal/nearest"
)

// MaxN is the largest number of ids: sysbench draws 32-bit unsigned integers (sb_rand.h).
const MaxN = math.MaxUint32

// A Dist draws ids from 1..N. It has no state of its own and may be shared between goroutines;
// the random source may not.
type Dist interface {
	// Draw returns one id. It does not allocate.
	Draw(r *rand.Rand) int64

	// Weight returns the probability of id in one draw; the weights of 1..N sum to 1.
	// An id outside 1..N has weight 0.
	Weight(id int64) float64

	// N returns the number of ids.
	N() int64
}

// kinds are the values of --rand-type, in sysbench's order.
var kinds = [...]string{"uniform", "gaussian", "special", "pareto", "zipfian"}

// Names returns the names New accepts.
func Names() []string { return append([]string(nil), kinds[:]...) }

// New returns the distribution called name over the ids 1..n.
// It fails for an unknown name, for n outside 1..MaxN and for options that do not validate.
func New(name string, n int64, o Options) (Dist, error) {
	if n < 1 || n > MaxN {
		return nil, fmt.Errorf("keydist: %d ids, want 1 to %d", n, int64(MaxN))
	}
	if err := o.Validate(); err != nil {
		return nil, err
	}
	o = o.resolved()
	switch name {
	case "uniform":
		return uniform{n}, nil
	case "gaussian":
		return newGaussian(n, o), nil
	case "special":
		return newSpecial(n, o), nil
	case "pareto":
		return newPareto(n, o), nil
	case "zipfian":
		return newZipfian(n, o), nil
	}
	return nil, fmt.Errorf("keydist: unknown distribution %q%s",
		name, nearest.Hint(name, kinds[:]))
}

// float returns a random number in [0, 1).
func float(r *rand.Rand) float64 { return unit(r.Uint64()) }

// unit makes a number in [0, 1) of the upper 52 bits, as sysbench's sb_rand_uniform_double.
func unit(x uint64) float64 { return float64(int64(x>>12)) * 0x1p-52 }
