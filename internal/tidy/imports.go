package tidy

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// layoutRule reports files in a top folder that the layout does not have.
func layoutRule(t *Tree) []Problem {
	layout := []string{
		".ci", "cmd", "docker", "docs", "examples", "internal", "lsm", "model", "plots", "testdata",
		"validate",
	}
	seen := map[string]bool{}
	for _, f := range t.Files {
		if top, _, inFolder := strings.Cut(f.Path, "/"); inFolder {
			seen[top] = true
		}
	}
	var found []Problem
	for top := range seen {
		if !slices.Contains(layout, top) {
			text := "not a folder of the layout: " + strings.Join(layout, ", ")
			found = append(found, Problem{top, 0, "layout", text})
		}
	}
	return found
}

// importable maps each layer to the layers that its packages may import besides their own. plots
// and validate stand side by side: figures are drawn from tables of numbers, wherever they come
// from.
func importable() map[string][]string {
	return map[string][]string{
		"internal": nil,
		"lsm":      {"internal"},
		"lsm/rows": {"internal", "lsm"},
		"model":    {"internal", "lsm"},
		"validate": {"internal", "lsm", "lsm/rows", "model"},
		"plots":    {"internal", "lsm", "model"},
		"examples": {"internal", "lsm", "lsm/rows", "model", "validate", "plots"},
		"cmd":      {"internal", "lsm", "lsm/rows", "model", "validate", "plots"},
	}
}

// layerOf returns the layer of a folder, "" for one outside all layers.
func layerOf(dir string) string {
	if within(dir, "lsm/rows") {
		return "lsm/rows"
	}
	top, _, _ := strings.Cut(dir, "/")
	if _, ok := importable()[top]; ok {
		return top
	}
	return ""
}

// within says whether a folder is top or below it.
func within(dir, top string) bool {
	return dir == top || strings.HasPrefix(dir, top+"/")
}

// A use is one import in one file.
type use struct {
	file File
	line int
	path string
}

// own returns the folder of an imported package of this module.
func (u use) own() (dir string, ok bool) {
	return strings.CutPrefix(u.path, module+"/")
}

func (t *Tree) uses() []use {
	var all []use
	for _, f := range t.Files {
		if f.Go == nil {
			continue
		}
		for _, spec := range f.Go.Imports {
			// The parser has checked that this is a string.
			name, _ := strconv.Unquote(spec.Path.Value)
			all = append(all, use{f, t.line(spec.Pos()), name})
		}
	}
	return all
}

// layerRule holds for tests too: what a test of a lower layer wants from a higher one is a test of
// the higher one.
func layerRule(t *Tree) []Problem {
	allowed := importable()
	var found []Problem
	for _, u := range t.uses() {
		dir, ok := u.own()
		if !ok {
			continue
		}
		from, to := layerOf(u.file.dir()), layerOf(dir)
		if from == "" || from == to || slices.Contains(allowed[from], to) {
			continue
		}
		text := fmt.Sprintf("%s may not import %s", from, dir)
		found = append(found, Problem{u.file.Path, u.line, "layer", text})
	}
	return found
}

// ownerRule keeps each large dependency in the one folder that wraps it.
func ownerRule(t *Tree) []Problem {
	owners := map[string]string{
		"github.com/cockroachdb/pebble":  "lsm/rows",
		"github.com/go-sql-driver/mysql": "validate/target",
		"gonum.org/v1/plot":              "plots",
	}
	var found []Problem
	for _, u := range t.uses() {
		for dependency, owner := range owners {
			if within(u.path, dependency) && !within(u.file.dir(), owner) {
				text := fmt.Sprintf("only %s imports %s", owner, dependency)
				found = append(found, Problem{u.file.Path, u.line, "owner", text})
			}
		}
	}
	return found
}

// coreRule reports I/O in core. Tests may read their test data.
func coreRule(t *Tree) []Problem {
	core := t.core()
	var found []Problem
	for _, u := range t.uses() {
		root, inCore := core[u.file.dir()]
		if !inCore || u.file.isTest() || !isIO(u.path) {
			continue
		}
		text := fmt.Sprintf("%s is I/O, and this package is part of %s", u.path, root)
		found = append(found, Problem{u.file.Path, u.line, "core", text})
	}
	return found
}

// core returns the folders of core, each with the package of lsm or model that needs it.
func (t *Tree) core() map[string]string {
	imports := map[string][]string{}
	for _, u := range t.uses() {
		if dir, ok := u.own(); ok && !u.file.isTest() {
			imports[u.file.dir()] = append(imports[u.file.dir()], dir)
		}
	}
	core := map[string]string{}
	var add func(dir, root string)
	add = func(dir, root string) {
		_, known := core[dir]
		if known || !slices.Contains([]string{"internal", "lsm", "model"}, layerOf(dir)) {
			return
		}
		core[dir] = root
		for _, next := range imports[dir] {
			add(next, root)
		}
	}
	for _, f := range t.Files {
		if layer := layerOf(f.dir()); f.Go != nil && (layer == "lsm" || layer == "model") {
			add(f.dir(), f.dir())
		}
	}
	return core
}

// isIO says whether a package of the standard library reaches files, the network, other programs
// or the machine's randomness. fmt and io are not among them: they need a writer to do so.
func isIO(name string) bool {
	exact := map[string]bool{
		"crypto/rand": true, "database/sql": true, "io/ioutil": true, "log": true,
		"log/slog": true, "path/filepath": true, "plugin": true, "syscall": true,
	}
	return exact[name] || within(name, "os") || within(name, "net")
}
