package tidy

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// module is the path under which the tree's packages import each other.
const module = "github.com/readamp/readamp"

// A Problem is one breach of one rule.
type Problem struct {
	Path string // slash-separated, relative to the top of the tree
	Line int    // from 1; 0 for a problem of a folder
	Rule string
	Text string
}

// String returns the problem as "path:line: rule: text".
func (p Problem) String() string {
	if p.Line == 0 {
		return fmt.Sprintf("%s: %s: %s", p.Path, p.Rule, p.Text)
	}
	return fmt.Sprintf("%s:%d: %s: %s", p.Path, p.Line, p.Rule, p.Text)
}

// A File is one file of the tree.
type File struct {
	Path string
	Text string
	// Go is the parsed source of a Go file outside testdata, nil for any other file and for one
	// that does not parse; ParseErr then says why.
	Go       *ast.File
	ParseErr error
}

// A Tree is the repository, or a small stand-in for it.
type Tree struct {
	Files []File // sorted by path
	fset  *token.FileSet
}

// NewTree parses the Go files among texts, which maps paths to contents.
func NewTree(texts map[string]string) *Tree {
	t := &Tree{fset: token.NewFileSet()}
	for name, text := range texts {
		f := File{Path: name, Text: text}
		if path.Ext(name) == ".go" && !inTestdata(name) {
			f.Go, f.ParseErr = parser.ParseFile(t.fset, name, text, parser.ParseComments)
			if f.ParseErr != nil {
				f.Go = nil
			}
		}
		t.Files = append(t.Files, f)
	}
	slices.SortFunc(t.Files, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	return t
}

// ReadTree reads all files below the top of fsys, except those that Git and editors keep and
// those that the Makefile makes.
func ReadTree(fsys fs.FS) (*Tree, error) {
	texts := map[string]string{}
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && notOurs(name):
			return fs.SkipDir
		case !d.Type().IsRegular():
			return nil
		}
		text, err := fs.ReadFile(fsys, name)
		texts[name] = string(text)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("tidy: %w", err)
	}
	return NewTree(texts), nil
}

// notOurs says whether a folder is not part of the tree.
func notOurs(dir string) bool {
	return slices.Contains([]string{".git", ".idea", ".vscode", "bin", "out"}, dir) ||
		slices.Contains([]string{"__pycache__", ".ipynb_checkpoints"}, path.Base(dir))
}

// Check applies every rule and returns the problems sorted by place.
func Check(t *Tree) []Problem {
	rules := []func(*Tree) []Problem{
		gofmtRule, fileLengthRule, functionLengthRule, lineLengthRule, packageCommentRule,
		layoutRule, layerRule, ownerRule, coreRule, clockRule, randomRule, quietRule,
		machinePathRule, registryRule,
	}
	var all []Problem
	for _, rule := range rules {
		all = append(all, rule(t)...)
	}
	slices.SortStableFunc(all, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line))
	})
	return all
}

func (t *Tree) line(pos token.Pos) int { return t.fset.Position(pos).Line }

func (f File) isTest() bool { return strings.HasSuffix(f.Path, "_test.go") }

// isGenerated says whether a program wrote the file, by the mark that the go command defines.
func (f File) isGenerated() bool { return f.Go != nil && ast.IsGenerated(f.Go) }

// dir returns the folder of the file: the import path of its package below the module's.
func (f File) dir() string { return path.Dir(f.Path) }

// inTestdata says whether a path has a folder that the go command ignores as test data.
func inTestdata(name string) bool {
	return slices.Contains(strings.Split(path.Dir(name), "/"), "testdata")
}
