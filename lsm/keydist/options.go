package keydist

import (
	"errors"
	"fmt"
)

// Zero, in any field of Options, stands for the number 0, since a plain 0 is the default.
const Zero = -1

// Limits of this package; sysbench has none.
const (
	maxSpecIter   = 100 // uniform numbers per gaussian draw
	maxZipfianExp = 100 // beyond it every draw is id 1
)

// Options are sysbench's --rand-* options under its names.
// The zero value holds sysbench's defaults (rand_args in src/sb_rand.c).
type Options struct {
	// SpecIter is --rand-spec-iter: how many uniform numbers make one gaussian draw, here and
	// in special. 1 to 100, default 12.
	SpecIter int

	// SpecPct is --rand-spec-pct: width of the hot band of special in percent of the ids.
	// 0 to 100, default 1.
	SpecPct int

	// SpecRes is --rand-spec-res: percent of the draws of special that fall into the hot band.
	// 0 to 100, default 75.
	SpecRes int

	// ParetoH is --rand-pareto-h: this share of the ids gets 1-ParetoH of the draws of pareto.
	// Between 0 and 1, both excluded, default 0.2.
	ParetoH float64

	// ZipfianExp is --rand-zipfian-exp: the exponent of zipfian (sysbench 1.1).
	// 0 to 100, default 0.8.
	ZipfianExp float64
}

// resolved returns o with every 0 replaced by its default and every Zero by 0.
func (o Options) resolved() Options {
	resolve(&o.SpecIter, 12)
	resolve(&o.SpecPct, 1)
	resolve(&o.SpecRes, 75)
	resolve(&o.ParetoH, 0.2)
	resolve(&o.ZipfianExp, 0.8)
	return o
}

// resolve turns one field as a caller sets it into the number it stands for.
func resolve[T int | float64](field *T, byDefault T) {
	switch *field {
	case 0:
		*field = byDefault
	case Zero:
		*field = 0
	}
}

// Validate reports every option that is out of range, also those of kinds that are not in use.
func (o Options) Validate() error {
	o = o.resolved()
	var errs []error
	check := func(ok bool, option string, value any, want string) {
		if !ok {
			errs = append(errs, fmt.Errorf("keydist: --%s is %v, want %s", option, value, want))
		}
	}
	check(o.SpecIter >= 1 && o.SpecIter <= maxSpecIter, "rand-spec-iter", o.SpecIter,
		fmt.Sprintf("1 to %d", maxSpecIter))
	check(o.SpecPct >= 0 && o.SpecPct <= 100, "rand-spec-pct", o.SpecPct, "0 to 100")
	check(o.SpecRes >= 0 && o.SpecRes <= 100, "rand-spec-res", o.SpecRes, "0 to 100")
	check(o.ParetoH > 0 && o.ParetoH < 1, "rand-pareto-h", o.ParetoH, "more than 0, less than 1")
	check(o.ZipfianExp >= 0 && o.ZipfianExp <= maxZipfianExp, "rand-zipfian-exp", o.ZipfianExp,
		fmt.Sprintf("0 to %d", maxZipfianExp))
	return errors.Join(errs...)
}
