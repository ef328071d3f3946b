package profile

import (
	"cmp"
	"errors"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/google/pprof/profile"
)

// Shares is what the CPU time of a profile was spent on.
type Shares struct {
	TotalSeconds float64 // CPU seconds of all samples
	// Classes has the share of each class in the order in which they were given, and Other at the
	// end. They add up to the total.
	Classes []Share

	hot []Hot // all functions, hottest first
}

// Share is the CPU time of one class.
type Share struct {
	Class   string
	Seconds float64 // CPU seconds
}

// Hot is a function and how long it was at the top of the stack, within one class: copying memory
// to fuse rows is not the same as copying it to decode blocks.
type Hot struct {
	Function    string // as pprof prints it
	Class       string // of the samples, not of the function itself
	FlatSeconds float64
}

// Top returns the n hottest functions by flat time, hottest first, or all when there are fewer.
// Equals are sorted by name. Samples whose leaf has no name are left out.
func (s Shares) Top(n int) []Hot {
	return slices.Clone(s.hot[:min(max(n, 0), len(s.hot))])
}

// tally adds up samples. Sums are whole nanoseconds, so their order doesn't matter.
type tally struct {
	classes []Class
	roles   map[*profile.Function]role // found once for each function
	total   int64
	class   []int64 // by class, Other at the end
	flat    map[flatKey]int64
}

// flatKey is a function within a class. Functions of one name may come several times in a profile,
// from several files.
type flatKey struct {
	function string
	class    int // Other is len(classes)
}

func newTally(classes []Class) *tally {
	return &tally{classes: classes, roles: map[*profile.Function]role{},
		class: make([]int64, len(classes)+1), flat: map[flatKey]int64{}}
}

// add counts a sample of that much CPU time.
func (t *tally) add(s *profile.Sample, nanos int64) error {
	if nanos > math.MaxInt64-t.total {
		return errors.New("the sum of all values is too large")
	}
	class := t.classOf(s)
	if class == none {
		class = len(t.classes)
	}
	t.total += nanos
	t.class[class] += nanos
	if len(s.Location) > 0 && len(s.Location[0].Line) > 0 && nanos > 0 {
		t.flat[flatKey{s.Location[0].Line[0].Function.Name, class}] += nanos
	}
	return nil
}

// classOf searches the stack of a sample. The leaf is the first line of the first location: the
// lines of a location are inlined functions, innermost first.
func (t *tally) classOf(s *profile.Sample) int {
	var found search
	for _, location := range s.Location {
		for _, line := range location.Line {
			if class, over := found.step(t.role(line.Function)); over {
				return class
			}
		}
		if len(location.Line) == 0 { // a place in code without names
			found.step(role{class: none, whole: none})
		}
	}
	return found.rest()
}

func (t *tally) role(f *profile.Function) role {
	r, known := t.roles[f]
	if !known {
		r = roleOf(f.Name, t.classes)
		t.roles[f] = r
	}
	return r
}

func (t *tally) shares() Shares {
	s := Shares{TotalSeconds: seconds(t.total)}
	for i, nanos := range t.class {
		s.Classes = append(s.Classes, Share{t.className(i), seconds(nanos)})
	}
	keys := slices.SortedFunc(maps.Keys(t.flat), func(a, b flatKey) int {
		return cmp.Or(cmp.Compare(t.flat[b], t.flat[a]), cmp.Compare(a.function, b.function),
			cmp.Compare(a.class, b.class))
	})
	for _, k := range keys {
		s.hot = append(s.hot, Hot{k.function, t.className(k.class), seconds(t.flat[k])})
	}
	return s
}

func (t *tally) className(i int) string {
	if i == len(t.classes) {
		return Other
	}
	return t.classes[i].Name
}

func seconds(nanos int64) float64 { return time.Duration(nanos).Seconds() }
