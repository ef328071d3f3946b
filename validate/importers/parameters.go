package importers

import (
	"bufio"
	"errors"
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

const (
	lineMax  = 1 << 20  // bytes of a line: the info column is long
	bytesMax = 64 << 20 // bytes of a file
)

// Parameters reads the parameters of a server: what a client prints for SHOW PARAMETERS, with tabs,
// as a table of | or vertically, as \G asks for; or lines of name=value, where # begins a comment.
// The name is that of the file, for errors, which are "name:line: what". Names are in lower case.
// A parameter that is there for several servers or tenants with different values is an error; the
// order is that of the file.
func Parameters(name string, r io.Reader) ([]Parameter, error) {
	p := parameters{seen: map[string]Parameter{}}
	limited := &io.LimitedReader{R: r, N: bytesMax + 1}
	lines := bufio.NewScanner(limited)
	lines.Buffer(nil, lineMax)
	n := 0
	for lines.Scan() {
		n++
		if err := p.line(strings.TrimRight(lines.Text(), "\r"), n); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, p.errorLine(n), err)
		}
	}
	err := lines.Err()
	switch {
	case limited.N <= 0:
		err = fmt.Errorf("%s: longer than %d bytes", name, bytesMax)
	case errors.Is(err, bufio.ErrTooLong):
		err = fmt.Errorf("%s:%d: longer than %d bytes", name, n+1, lineMax)
	case err != nil:
		err = fmt.Errorf("%s: %w", name, err)
	default:
		if err = p.endRow(); err != nil {
			err = fmt.Errorf("%s:%d: %w", name, p.errorLine(n), err)
		}
	}
	if err != nil {
		return nil, err
	}
	return p.list, nil
}

// parameters is a file that is being read.
type parameters struct {
	list []Parameter
	seen map[string]Parameter

	form        string // "" before the first line that tells: tabs, bars, vertical or lines
	name, value int    // columns of the dump
	row         verticalRow
}

// The forms. The first two are what separates the columns.
const (
	tabs     = "\t"
	bars     = "|"
	vertical = "vertical"
	lines    = "lines"
)

// verticalRow is a row of a vertical dump that is being read.
type verticalRow struct {
	begin       int // its line; 0 for none
	at          int // line of the value
	name, value *string
}

// errorLine is the line that an error met in line n is about.
func (p *parameters) errorLine(n int) int {
	if p.form == vertical && p.row.begin > 0 {
		return max(p.row.at, p.row.begin)
	}
	return n
}

func (p *parameters) line(text string, n int) error {
	trimmed := strings.TrimSpace(text)
	switch {
	case trimmed == "" || strings.HasPrefix(trimmed, "#") || isAround(trimmed):
		return nil
	case strings.HasPrefix(trimmed, "ERROR ") && strings.Contains(trimmed, ":"):
		return fmt.Errorf("the client reported an error: %.200s", trimmed)
	case strings.HasPrefix(trimmed, "***") && strings.HasSuffix(trimmed, "***"):
		if err := p.endRow(); err != nil {
			return err
		}
		p.form, p.row = vertical, verticalRow{begin: n}
		return nil
	case p.form == vertical:
		p.field(trimmed, n)
		return nil
	case p.form != lines && p.readHeader(text):
		return nil
	case p.form == tabs || p.form == bars:
		columns := cut(text, p.form)
		if len(columns) <= max(p.name, p.value) {
			return fmt.Errorf("%d columns, the header has more", len(columns))
		}
		return p.add(columns[p.name], columns[p.value], n)
	}
	return p.assignment(trimmed, n)
}

// isAround says that a line stands around a table: a ruler, a footer, a prompt.
func isAround(trimmed string) bool {
	return strings.HasPrefix(trimmed, "+-") || strings.Contains(trimmed, " in set") &&
		trimmed[0] >= '0' && trimmed[0] <= '9' || strings.HasPrefix(trimmed, "mysql>") ||
		strings.HasPrefix(trimmed, "obclient") && strings.Contains(trimmed, ">")
}

// readHeader says whether a line is the header of a dump; dumps of several servers have several.
func (p *parameters) readHeader(text string) bool {
	for _, form := range []string{tabs, bars} {
		columns := cut(strings.ToLower(text), form)
		name, value := slices.Index(columns, "name"), slices.Index(columns, "value")
		if name >= 0 && value >= 0 {
			p.form, p.name, p.value = form, name, value
			return true
		}
	}
	return false
}

func cut(text, separator string) []string {
	columns := strings.Split(text, separator)
	for i, c := range columns {
		columns[i] = strings.TrimSpace(c)
	}
	return columns
}

// field reads a line of a vertical row. The first of a name counts: the info may go on over
// further lines, which look like anything.
func (p *parameters) field(trimmed string, n int) {
	key, value, ok := strings.Cut(trimmed, ":")
	if !ok {
		return
	}
	value = strings.TrimSpace(value)
	switch strings.ToLower(strings.TrimSpace(key)) {
	case "name":
		if p.row.name == nil {
			p.row.name = &value
		}
	case "value":
		if p.row.value == nil {
			p.row.value, p.row.at = &value, n
		}
	}
}

// endRow takes what a vertical row said.
func (p *parameters) endRow() error {
	r := p.row
	switch {
	case r.begin == 0:
		return nil
	case r.name == nil:
		return errors.New("a row without name: this is not SHOW PARAMETERS")
	case r.value == nil:
		return fmt.Errorf("%.60s has no value", *r.name)
	}
	return p.add(*r.name, *r.value, r.at)
}

// assignment reads name=value.
func (p *parameters) assignment(trimmed string, n int) error {
	name, value, ok := strings.Cut(trimmed, "=")
	name = strings.TrimSpace(name)
	if !ok || name == "" || strings.ContainsAny(name, " \t") {
		return fmt.Errorf("%.40q is neither name=value nor of SHOW PARAMETERS", trimmed)
	}
	p.form = lines
	value = strings.TrimSpace(value)
	if value != "" && (value[0] == '\'' || value[0] == '"') {
		quoted, rest, closed := strings.Cut(value[1:], value[:1])
		if !closed {
			return fmt.Errorf("%s: no %s after %.40q", name, value[:1], quoted)
		}
		if rest = strings.TrimSpace(rest); rest != "" && rest[0] != '#' {
			return fmt.Errorf("%s: %.40q after the value", name, rest)
		}
		return p.add(name, quoted, n)
	}
	value, _, _ = strings.Cut(value, "#")
	return p.add(name, strings.TrimSpace(value), n)
}

// add takes a parameter. Servers write True and true.
func (p *parameters) add(name, value string, n int) error {
	name = strings.ToLower(name)
	if name == "" {
		return errors.New("a parameter without name")
	}
	if before, ok := p.seen[name]; ok {
		if !strings.EqualFold(before.Value, value) {
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
