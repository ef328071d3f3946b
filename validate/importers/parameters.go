package importers

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Parameter is a server parameter as a dump or a file has it.
type Parameter struct {
	Name, Value string
	Line        int
}

// lineMax bounds the lines of a dump, whose info column is long.
const lineMax = 1 << 20

// Parameters reads the parameters of a server: what a client prints for SHOW PARAMETERS, with tabs
// or as a table of |, with its header; or lines of name=value, where # begins a comment. The name
// is that of the file, for errors. A parameter that is there for several servers or tenants with
// different values is an error; the order is that of the file.
func Parameters(name string, r io.Reader) ([]Parameter, error) {
	p := parameters{seen: map[string]Parameter{}}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, lineMax)
	for n := 1; lines.Scan(); n++ {
		if err := p.line(strings.TrimRight(lines.Text(), "\r"), n); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return p.list, nil
}

// parameters is a file that is being read.
type parameters struct {
	list        []Parameter
	seen        map[string]Parameter
	header      bool
	split       string // what separates the columns of a dump
	name, value int    // their columns
}

func (p *parameters) line(text string, n int) error {
	trimmed := strings.TrimSpace(text)
	if trimmed == "" || strings.HasPrefix(trimmed, "#") || strings.HasPrefix(trimmed, "+-") {
		return nil
	}
	if !p.header {
		if p.readHeader(text) {
			return nil
		}
	}
	if p.header {
		columns := p.columns(text)
		if len(columns) <= max(p.name, p.value) {
			if p.split == "|" {
				return nil // the footer: 40 rows in set
			}
			return fmt.Errorf("%d columns, the header has more", len(columns))
		}
		return p.add(columns[p.name], columns[p.value], n)
	}
	name, value, ok := strings.Cut(trimmed, "=")
	if !ok {
		return fmt.Errorf("%.40q is neither name=value nor the header of SHOW PARAMETERS", trimmed)
	}
	value, _, _ = strings.Cut(value, "#")
	return p.add(strings.TrimSpace(name), strings.Trim(strings.TrimSpace(value), `'"`), n)
}

// readHeader says whether a line is the header of a dump.
func (p *parameters) readHeader(text string) bool {
	for _, split := range []string{"\t", "|"} {
		p.split = split
		var columns []string
		for _, c := range p.columns(text) {
			columns = append(columns, strings.ToLower(c))
		}
		p.name, p.value = slices.Index(columns, "name"), slices.Index(columns, "value")
		if p.name >= 0 && p.value >= 0 {
			p.header = true
			return true
		}
	}
	return false
}

func (p *parameters) columns(text string) []string {
	columns := strings.Split(text, p.split)
	for i, c := range columns {
		columns[i] = strings.TrimSpace(c)
	}
	return columns
}

func (p *parameters) add(name, value string, n int) error {
	if before, ok := p.seen[name]; ok {
		if before.Value != value {
			return fmt.Errorf("%s is %s here and %s in line %d", name, value, before.Value,
				before.Line)
		}
		return nil
	}
	next := Parameter{Name: name, Value: value, Line: n}
	p.seen[name] = next
	p.list = append(p.list, next)
	return nil
}
