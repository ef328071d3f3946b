package tidy

import (
	"fmt"
	"go/ast"
	"go/format"
	"path"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	functionLinesMax = 70
	lineColumnsMax   = 100
	tabColumns       = 4
	fileLinesMax     = 400
)

// gofmtRule reports Go files that do not parse and those that gofmt would change.
func gofmtRule(t *Tree) []Problem {
	var found []Problem
	for _, f := range t.Files {
		if f.ParseErr != nil {
			found = append(found, Problem{f.Path, 1, "parse", f.ParseErr.Error()})
		}
		if f.Go == nil {
			continue
		}
		// The file parsed, so formatting cannot fail.
		if want, err := format.Source([]byte(f.Text)); err == nil && string(want) != f.Text {
			line := firstDifference(f.Text, string(want))
			found = append(found, Problem{f.Path, line, "gofmt", "gofmt would change this line"})
		}
	}
	return found
}

// firstDifference returns the number of the first line in which two different texts differ.
func firstDifference(a, b string) int {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(as), len(bs)) {
		if as[i] != bs[i] {
			return i + 1
		}
	}
	return min(len(as), len(bs))
}

func fileLengthRule(t *Tree) []Problem {
	var found []Problem
	for _, f := range t.Files {
		if f.Go == nil || f.isGenerated() {
			continue
		}
		if lines := strings.Count(f.Text, "\n"); lines > fileLinesMax {
			text := fmt.Sprintf("%d lines, at most %d: split the file", lines, fileLinesMax)
			found = append(found, Problem{f.Path, fileLinesMax + 1, "file-length", text})
		}
	}
	return found
}

// functionLengthRule counts from "func" to the closing brace. Of nested functions that are all too
// long it reports the outermost.
func functionLengthRule(t *Tree) []Problem {
	var found []Problem
	for _, f := range t.Files {
		if f.Go == nil || f.isGenerated() {
			continue
		}
		ast.Inspect(f.Go, func(n ast.Node) bool {
			name := ""
			switch n := n.(type) {
			case *ast.FuncDecl:
				name = n.Name.Name
			case *ast.FuncLit:
				name = "func literal"
			default:
				return true
			}
			first := t.line(n.Pos())
			lines := t.line(n.End()) - first + 1
			if lines <= functionLinesMax {
				return true
			}
			text := fmt.Sprintf("%s has %d lines, at most %d", name, lines, functionLinesMax)
			found = append(found, Problem{f.Path, first, "function-length", text})
			return false
		})
	}
	return found
}

func lineLengthRule(t *Tree) []Problem {
	var found []Problem
	for _, f := range t.Files {
		if !isCode(f.Path) || inTestdata(f.Path) || f.isGenerated() {
			continue
		}
		for i, line := range strings.Split(f.Text, "\n") {
			columns := utf8.RuneCountInString(line) + (tabColumns-1)*strings.Count(line, "\t")
			if columns > lineColumnsMax && !isLink(line) {
				text := fmt.Sprintf("%d columns, at most %d", columns, lineColumnsMax)
				found = append(found, Problem{f.Path, i + 1, "line-length", text})
			}
		}
	}
	return found
}

// isCode says whether the columns of a file are counted: in programs and their settings, not in
// prose and tables of data, where a line is a paragraph or a record.
func isCode(name string) bool {
	if strings.HasPrefix(name, ".ci/") || path.Base(name) == "Makefile" {
		return true
	}
	return slices.Contains([]string{".go", ".sh", ".py", ".sql", ".yml", ".yaml"}, path.Ext(name))
}

// isLink says whether a line is a comment made of one address, which can't be broken.
func isLink(line string) bool {
	words := strings.Fields(strings.TrimLeft(line, "\t /#-*"))
	return len(words) == 1 && strings.Contains(words[0], "://")
}

// packageCommentRule wants a comment on every package that is more than tests. The comment of a
// library begins with "Package NAME", that of a command with a capital letter of its own choice.
func packageCommentRule(t *Tree) []Problem {
	type pkg struct {
		first     File
		commented bool
	}
	packages := map[string]*pkg{}
	for _, f := range t.Files {
		if f.Go == nil || f.isTest() {
			continue
		}
		p := packages[f.dir()]
		if p == nil {
			p = &pkg{first: f}
			packages[f.dir()] = p
		}
		name := f.Go.Name.Name
		doc := f.Go.Doc.Text()
		p.commented = p.commented || strings.HasPrefix(doc, "Package "+name+" ") ||
			name == "main" && doc != ""
	}
	var found []Problem
	for _, p := range packages {
		if !p.commented {
			text := fmt.Sprintf("no file says \"Package %s ...\"", p.first.Go.Name.Name)
			line := t.line(p.first.Go.Package)
			found = append(found, Problem{p.first.Path, line, "package-comment", text})
		}
	}
	return found
}
