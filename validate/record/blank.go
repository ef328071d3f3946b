package record

// Blanking works on the text of a line: the places of measured values are cut out and null put in.
// Field order, spaces, digits and everything the readers do not know stay as they were, so two
// records that differ only in what was measured are the same bytes when blanked.

import (
	"bufio"
	"cmp"
	"errors"
	"io"
	"slices"
)

// Measured fields by kind of line. A ref line keeps its counts, as an idle line does: they tell
// the machine's speed, not the answer.
var (
	measuredOp    = []string{"seen"}
	measuredRef   = []string{"qps"}
	measuredState = []string{"stacks", "memstore", "memtables", "history"}
	// measuredFirstState are those of the state a run begins with: its memory and the merges before
	// the run are where the run starts from.
	measuredFirstState = []string{"stacks", "memtables"}
	measuredPhase      = []string{
		"events", "qps", "intervals", "server_cpu_s", "audit", "samples", "stdout", "stderr",
	}
	// measuredQueries are those of a phase that does no writes. In one that writes, the counts
	// say what was done.
	measuredQueries = []string{"read", "other", "total"}
)

// Blank copies a trace or a run with every measured value null, and nothing else changed. The copy
// reads like the original, and what is computed from it can't have seen the answers. A run's first
// state keeps what the run starts from: the memstore before it and the merges before it.
// A line that is neither a trace's nor a run's is a *LineError without a file's name; other errors
// are w's.
func Blank(r io.Reader, w io.Writer) error {
	out := bufio.NewWriter(w)
	begun := false
	err := eachLine("", r, func(_ int, v value) error {
		measured, err := measuredIn(v)
		if err != nil {
			return err
		}
		if isState(v) && !begun {
			begun, measured = true, membersNamed(v, measuredFirstState)
		}
		slices.SortFunc(measured, func(a, b node) int { return cmp.Compare(a.start, b.start) })
		writeBlanked(out, v.doc.text, measured)
		return nil
	})
	return cmp.Or(err, out.Flush())
}

// measuredIn returns the measured values of a line. An op comes before a kind: a freeze has both.
func measuredIn(v value) ([]node, error) {
	if v.node.kind != kindObject {
		return nil, errNeither
	}
	if member(v, "trace").given() {
		return nil, nil
	}
	if member(v, "op").given() {
		return membersNamed(v, measuredOp), nil
	}
	kind := member(v, "kind")
	if kind.node.kind != kindString {
		return nil, errNeither
	}
	switch kind.str() {
	case "ref":
		return membersNamed(v, measuredRef), nil
	case "phase":
		measured := membersNamed(v, measuredPhase)
		queries := member(v, "queries")
		if !writes(queries) {
			measured = append(measured, membersNamed(queries, measuredQueries)...)
		}
		return measured, nil
	case "state":
		return membersNamed(v, measuredState), nil
	case "config", "do", "idle":
		return nil, nil
	}
	return nil, errNeither
}

// isState says whether a line shows a state.
func isState(v value) bool {
	kind := member(v, "kind")
	return kind.node.kind == kindString && kind.str() == "state" && !member(v, "op").given()
}

var errNeither = errors.New("neither a trace's line nor a run's")

// writes reports whether the counts of a phase's queries tell of writes.
func writes(queries value) bool {
	write := member(queries, "write")
	return write.node.kind == kindNumber && write.text() != "0"
}

// writeBlanked writes text with null in place of the measured values, which are in order.
// A bufio.Writer keeps its first error for Flush.
func writeBlanked(out *bufio.Writer, text string, measured []node) {
	from := 0
	for _, n := range measured {
		out.WriteString(text[from:n.start])
		out.WriteString("null")
		from = int(n.end)
	}
	out.WriteString(text[from:])
	out.WriteByte('\n')
}
