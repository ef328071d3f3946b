package lsm_test

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/readamp/readamp/lsm"
)

// TestHistories runs random histories on the package and on the oracle and wants every counter,
// every stack and every key in it to be equal. A history is a list of lines in the language of
// testdata/tablet, so one that fails can be kept there.
var (
	histories   = flag.Int("histories", 150, "random histories that TestHistories runs")
	historySeed = flag.Uint64("seed", 1, "seed of the first of them")
	historyLen  = flag.Int("statements", 120, "statements of a history")
)

func TestHistories(t *testing.T) {
	for i := range *histories {
		seed := *historySeed + uint64(i)
		lines := randomHistory(seed, *historyLen)
		if firstDifference(lines) == "" {
			continue
		}
		lines = shorten(lines, func(l []string) bool { return firstDifference(l) != "" })
		t.Errorf("repeat: %s -seed=%d -histories=1 -statements=%d\nshortened:\n%s\n%s",
			"go test ./lsm -run 'TestHistories$'", seed, *historyLen, strings.Join(lines, "\n"),
			firstDifference(lines))
		return
	}
}

// scriptAnswer is the package's answer to one line.
func scriptAnswer(s *script, line string) string {
	text, err := s.answer([]string{line})
	if errors.Is(err, lsm.ErrTransaction) {
		err = lsm.ErrTransaction // without what it adds
	}
	if err != nil {
		text += "error: " + err.Error()
	}
	return strings.TrimRight(text, "\n")
}

// firstDifference says where package and oracle part, "" if they don't.
func firstDifference(lines []string) string {
	s, o := new(script), new(oracle)
	for i, line := range lines {
		if got, want := scriptAnswer(s, line), o.answer(line); got != want {
			return fmt.Sprintf("line %d: %s\npackage\n%s\noracle\n%s", i+1, line, got, want)
		}
	}
	return ""
}

// setupLines are the tenant and the tables that every history begins with.
const setupLines = 3

// shorten leaves out whatever isn't needed for the failure, halves first, then single lines.
func shorten(lines []string, fails func([]string) bool) []string {
	for n := len(lines) / 2; n > 0; n /= 2 {
		for i := setupLines; i+n <= len(lines); {
			shorter := append(append([]string{}, lines[:i]...), lines[i+n:]...)
			if fails(shorter) {
				lines = shorter
			} else {
				i += n
			}
		}
	}
	return lines
}

// randomHistory makes a history: two tables, one of them with an index, whose few ids are written
// and read so often that most keys have many versions. Every fourth history has more ids and longer
// lists of them.
func randomHistory(seed uint64, statements int) []string {
	g := generator{rand.New(rand.NewPCG(seed, 0)), ids, 1}
	if seed%4 == 0 {
		g.ids, g.stretch = 8*ids, 10
	}
	lines := []string{
		g.pick("tenant", "tenant", "tenant version=4.2.1 arch=arm64") + " minor_compact_trigger=2",
		"create a index=k " + g.pick("major=3 inc=2",
			"major=2,5,4 inc=4,3 indexmajor=3 indexinc=2"),
		"create b " + g.pick("", "major=1", "inc=3", "major=4 inc=5"),
	}
	open := false
	for range statements {
		line := g.statement(open)
		switch line {
		case "begin":
			open = true
		case "commit", "rollback":
			open = false
		}
		lines = append(lines, line)
	}
	if open {
		lines = append(lines, "rollback")
	}
	return append(lines, "tables a", "tables a.k", "tables b", "freeze major", "scan a", "scan a.k")
}

// generator draws statements.
type generator struct {
	*rand.Rand
	ids     int // of a table
	stretch int // factor of the lengths of lists
}

// ids is how many ids the tables of most histories have.
const ids = 40

func (g generator) pick(choices ...string) string { return choices[g.IntN(len(choices))] }

func (g generator) statement(open bool) string {
	table := g.pick("a", "a", "b")
	switch n := g.IntN(100); {
	case n < 12:
		return fmt.Sprintf("insert %s %s", table, g.list())
	case n < 36:
		return fmt.Sprintf("update %s %s%s", table, g.list(), g.assignment())
	case n < 44:
		return fmt.Sprintf("delete %s %s", table, g.list())
	case n < 50:
		if open {
			return g.pick("commit", "rollback")
		}
		return "begin"
	case n < 58:
		if open && g.IntN(8) > 0 {
			return "commit"
		}
		return "freeze " + g.pick("minor", "minor", "minor", "minor", "major")
	case n < 59:
		return "flush"
	case n < 61:
		return g.parameter()
	case n < 64:
		return "tables " + g.pick("a", "a.k", "b")
	}
	return g.read(table)
}

// list is a list of ids as a statement has it.
func (g generator) list() string {
	first := 1 + g.IntN(g.ids)
	switch g.IntN(4) {
	case 0:
		return fmt.Sprintf("%d-%d", first, first+g.IntN(8*g.stretch))
	case 1:
		return fmt.Sprintf("%d-%d/%d", first, first+g.IntN(20*g.stretch), 1+g.IntN(6))
	}
	return fmt.Sprint(first)
}

func (g generator) assignment() string {
	text := " set=" + g.pick("k", "c", "pad", "k,c", "c,pad", "k,pad", "all", "all")
	switch g.IntN(6) {
	case 0:
		text += fmt.Sprintf(" times=%d", 1+g.IntN(4))
	case 1:
		text += fmt.Sprintf(" to=%d", g.IntN(50))
	}
	return text
}

func (g generator) parameter() string {
	switch g.IntN(5) {
	case 0:
		return fmt.Sprintf("param _pushdown_storage_level %d", g.IntN(5))
	case 1:
		return fmt.Sprintf("param _minor_merge_write_amplification_threshold %d", g.IntN(60))
	case 2:
		return fmt.Sprintf("param _minor_compaction_amplification_factor %d", g.IntN(101))
	}
	return fmt.Sprintf("param minor_compact_trigger %d", g.IntN(6))
}

func (g generator) read(table string) string {
	first := g.IntN(g.ids)
	span := fmt.Sprintf("%d-%d", first, first+g.IntN(12*g.stretch))
	key := func() string { return fmt.Sprint(g.IntN(g.ids)) }
	if table == "a" && g.IntN(3) == 0 {
		table, span = "a.k", "v"+span
		key = func() string { return fmt.Sprintf("%d:%d", g.IntN(g.ids), g.IntN(g.ids)) }
	}
	var text string
	switch g.IntN(8) {
	case 0, 1, 2:
		text = fmt.Sprintf("get %s %s cols=%s", table, key(), g.pick("k", "c", "c,pad", "id",
			"k,c,pad"))
	case 3:
		text = fmt.Sprintf("mget %s %s,%s,%s", table, key(), key(), key())
	case 4:
		text = fmt.Sprintf("%s %s", g.pick("scan", "rscan", "count", "sum"), table)
	case 5:
		text = fmt.Sprintf("lscan %s %s limit=%d", table, g.pick(span, "0-999"), 1+g.IntN(15))
	default:
		text = fmt.Sprintf("%s %s %s", g.pick("scan", "rscan", "count", "sum"), table, span)
	}
	return text + " more=yes"
}
