package profile

import (
	"fmt"
	"strings"
)

// Class is a kind of work.
type Class struct {
	// Name is how the class is called in shares; not empty, and not Other.
	Name string
	// Functions are beginnings of names of functions as pprof prints them, with the path of the
	// package: "a/b.(*tree)" is all methods of *tree, "a/b.fuse" the function fuse, its closures
	// and whatever else begins so, "a/b." all of package b, "a/b" also the packages below.
	// Type arguments, printed as "[...]", don't count. Where beginnings of several classes fit,
	// the longest decides, of equals the first.
	Functions []string
	// Calls are beginnings of names of functions whose work is not that of the class though it
	// calls them: a sample that has one of them between the leaf and the class is in Other. Thus
	// the client doesn't get the engine's time that no class of the engine claims.
	Calls []string
	// WholeStack restricts the class to stacks that consist of its functions alone and have none
	// of an ordinary class.
	WholeStack bool
}

// none is the class of a function that belongs to none.
const none = -1

// checkClasses refuses classes whose shares could not be told apart, and beginnings that fit every
// function.
func checkClasses(classes []Class) error {
	seen := map[string]bool{"": true, Other: true}
	for i, c := range classes {
		where := fmt.Sprintf("class %d (%q)", i+1, c.Name)
		if seen[c.Name] {
			return fmt.Errorf("%s: the name is empty, %q or used before", where, Other)
		}
		seen[c.Name] = true
		if len(c.Functions) == 0 {
			return fmt.Errorf("%s: no functions", where)
		}
		for _, list := range [][]string{c.Functions, c.Calls} {
			if longest(list, "") == 0 {
				return fmt.Errorf("%s: the beginning of a function name is empty", where)
			}
		}
	}
	return nil
}

// role is what a function means to the classes, by their index.
type role struct {
	class  int    // ordinary, or none
	whole  int    // of whole stacks, or none
	called []bool // for each class, whether its Calls have the function; nil when none has
}

// roleOf finds the role of the function with that name.
func roleOf(name string, classes []Class) role {
	name = strings.ReplaceAll(name, "[...]", "")
	r := role{class: none, whole: none}
	lengths := map[bool]int{} // of the best fit, by WholeStack
	for i, c := range classes {
		if longest(c.Calls, name) != none {
			if r.called == nil {
				r.called = make([]bool, len(classes))
			}
			r.called[i] = true
		}
		length := longest(c.Functions, name)
		if length <= lengths[c.WholeStack] {
			continue
		}
		lengths[c.WholeStack] = length
		if c.WholeStack {
			r.whole = i
		} else {
			r.class = i
		}
	}
	return r
}

// longest is the length of the longest beginning that fits a name, or none.
func longest(beginnings []string, name string) int {
	length := none
	for _, b := range beginnings {
		if strings.HasPrefix(name, b) {
			length = max(length, len(b))
		}
	}
	return length
}

// search walks one stack from the leaf on.
type search struct {
	called []bool // for each class, whether one of its Calls was passed
	whole  int    // the class of whole stacks that all frames so far belong to, or none
	frames int
}

// step takes the next frame. Once it has found the class of the sample, or that it has none, the
// search is over.
func (s *search) step(r role) (class int, over bool) {
	if r.class != none {
		if s.called != nil && s.called[r.class] {
			return none, true
		}
		return r.class, true
	}
	for i, called := range r.called {
		if s.called == nil {
			s.called = make([]bool, len(r.called))
		}
		s.called[i] = s.called[i] || called
	}
	if s.frames == 0 {
		s.whole = r.whole
	} else if r.whole != s.whole {
		s.whole = none
	}
	s.frames++
	return none, false
}

// rest is the class of a stack without a function of an ordinary class.
func (s *search) rest() int {
	if s.frames == 0 {
		return none
	}
	return s.whole
}
