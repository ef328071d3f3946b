package workload

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/readamp/readamp/internal/nearest"
	"github.com/readamp/readamp/lsm/adaptive"
)

const (
	noIndex    = "noindex"
	modePrefix = "table_mode="

	maxNameBytes = 64 // of a group's name; MySQL's limit for a table's
)

// group reads what follows the word tables: name, number, rows and optional words.
func (p *planParser) group(words []string) error {
	if len(words) < 3 {
		return fmt.Errorf("tables: want a name, a number of tables and the rows of each")
	}
	g := TableGroup{Name: words[0], Index: true}
	if err := p.checkName(g.Name); err != nil {
		return err
	}
	var err error
	if g.Tables, err = strconv.Atoi(words[1]); err != nil || g.Tables < 1 || g.Tables > MaxTables {
		return fmt.Errorf("number of tables is %q, want 1 to %d", words[1], MaxTables)
	}
	rows, ok := parseDecimal(words[2])
	if !ok || !(rows >= 1 && rows <= MaxTableSize) || rows != math.Trunc(rows) {
		return fmt.Errorf("rows of a table are %q, want 1 to %d, such as 250000, 100k or 1M",
			words[2], MaxTableSize)
	}
	g.Rows = int64(rows)
	for _, word := range words[3:] {
		if err := g.property(word); err != nil {
			return err
		}
	}
	p.groups[g.Name] = len(p.plan.Groups)
	p.plan.Groups = append(p.plan.Groups, g)
	return nil
}

// checkName returns an error unless name is a new one that can stand in a load's line.
func (p *planParser) checkName(name string) error {
	if _, exists := p.groups[name]; exists {
		return fmt.Errorf("tables %s: the name is taken", name)
	}
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	if len(name) > maxNameBytes || strings.Trim(name, letters+"0123456789_-") != "" ||
		!strings.Contains(letters, name[:1]) {
		return fmt.Errorf("tables %q: want a name of at most %d letters, digits, _ and -, "+
			"a letter first", name, maxNameBytes)
	}
	return nil
}

// property reads an optional word.
func (g *TableGroup) property(word string) error {
	if word == noIndex {
		g.Index = false
		return nil
	}
	mode, ok := strings.CutPrefix(word, modePrefix)
	if !ok {
		return fmt.Errorf("tables %s: unknown word %q%s", g.Name, word,
			nearest.Hint(word, []string{noIndex, modePrefix + "MODE"}))
	}
	var err error
	g.Mode, err = ParseTableMode(mode)
	return err
}

// ParseTableMode reads the name of a table_mode, in lower case as plans have it.
func ParseTableMode(name string) (adaptive.Mode, error) {
	names := adaptive.ModeNames()
	m := slices.Index(names, name)
	if m < 0 {
		return adaptive.Normal, fmt.Errorf("unknown table_mode %q%s", name,
			nearest.Hint(name, names))
	}
	return adaptive.Mode(m), nil
}
