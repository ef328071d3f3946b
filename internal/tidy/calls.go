package tidy

import (
	"fmt"
	"go/ast"
	"path"
	"slices"
	"strconv"
)

// clockRule keeps the wall clock out of lsm and model, tests included: simulated time is an
// argument there, so that a run can be repeated. time.Duration and its arithmetic are free.
func clockRule(t *Tree) []Problem {
	wall := []string{
		"After", "AfterFunc", "NewTicker", "NewTimer", "Now", "Since", "Sleep", "Tick", "Until",
	}
	var found []Problem
	for _, f := range t.Files {
		if f.Go == nil || !within(f.dir(), "lsm") && !within(f.dir(), "model") {
			continue
		}
		for _, s := range selectors(f, "time") {
			if slices.Contains(wall, s.Sel.Name) {
				text := fmt.Sprintf("time.%s reads the wall clock", s.Sel.Name)
				found = append(found, Problem{f.Path, t.line(s.Pos()), "clock", text})
			}
		}
	}
	return found
}

// randomRule wants every random number to come from a seeded source. Of math/rand and its second
// version only the names that make or name such a source are free; all others are drawn from the
// source that the process shares, or seed it.
func randomRule(t *Tree) []Problem {
	free := []string{
		"ChaCha8", "New", "NewChaCha8", "NewPCG", "NewSource", "NewZipf", "PCG", "Rand", "Source",
		"Source64", "Zipf",
	}
	var found []Problem
	for _, f := range t.Files {
		if f.Go == nil {
			continue
		}
		for _, imported := range []string{"math/rand", "math/rand/v2"} {
			for _, s := range selectors(f, imported) {
				if !slices.Contains(free, s.Sel.Name) {
					text := fmt.Sprintf("%s.%s uses the global source", imported, s.Sel.Name)
					found = append(found, Problem{f.Path, t.line(s.Pos()), "random", text})
				}
			}
		}
	}
	return found
}

// quietRule lets only commands and examples print, write to the standard streams or end the
// program; packages return what they have to say. Tests may do as they like.
func quietRule(t *Tree) []Problem {
	loud := map[string][]string{
		"fmt": {"Print", "Printf", "Println"},
		"os":  {"Exit", "Stderr", "Stdin", "Stdout"},
	}
	var found []Problem
	for _, f := range t.Files {
		if f.Go == nil || f.isTest() || within(f.dir(), "cmd") || within(f.dir(), "examples") {
			continue
		}
		for imported, names := range loud {
			for _, s := range selectors(f, imported) {
				if slices.Contains(names, s.Sel.Name) {
					text := fmt.Sprintf("%s.%s outside cmd", imported, s.Sel.Name)
					found = append(found, Problem{f.Path, t.line(s.Pos()), "quiet", text})
				}
			}
		}
		for _, spec := range f.Go.Imports {
			if name, _ := strconv.Unquote(spec.Path.Value); within(name, "log") {
				text := name + " outside cmd"
				found = append(found, Problem{f.Path, t.line(spec.Pos()), "quiet", text})
			}
		}
	}
	return found
}

// selectors returns the uses of an imported package in a file, in order. A variable of the
// package's name hides it: the parser has resolved such identifiers, while a package's stays open.
func selectors(f File, imported string) []*ast.SelectorExpr {
	name := localName(f, imported)
	if name == "" {
		return nil
	}
	var uses []*ast.SelectorExpr
	ast.Inspect(f.Go, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && x.Name == name && x.Obj == nil {
				uses = append(uses, s)
			}
		}
		return true
	})
	return uses
}

// localName returns the name by which a file calls an imported package, or "" when it does not
// import it. It knows the standard library's way of naming packages.
func localName(f File, imported string) string {
	for _, spec := range f.Go.Imports {
		if spec.Path.Value != strconv.Quote(imported) {
			continue
		}
		if spec.Name != nil {
			return spec.Name.Name
		}
		base := path.Base(imported)
		if base == "v2" { // math/rand/v2 is package rand
			base = path.Base(path.Dir(imported))
		}
		return base
	}
	return ""
}
