package record

import (
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"
)

// A Piece is a run of ids: First, First+Step, ... up to Last, which need not be met exactly.
// ParseIDs gives 0 <= First <= Last < IDEnd and Step >= 1, and Step 1 for a single id.
type Piece struct{ First, Last, Step int64 }

// Count returns how many ids the piece stands for.
func (p Piece) Count() int64 { return (p.Last-p.First)/p.Step + 1 }

// String returns the piece as a, a-b or a-b/step.
func (p Piece) String() string {
	switch {
	case p.First == p.Last:
		return strconv.FormatInt(p.First, 10)
	case p.Step == 1:
		return fmt.Sprintf("%d-%d", p.First, p.Last)
	}
	return fmt.Sprintf("%d-%d/%d", p.First, p.Last, p.Step)
}

// IDs is a list of keys in the order in which a statement list goes over them. An id may occur
// more than once.
type IDs []Piece

// ParseIDs reads a comma-separated list of a, a-b and a-b/step. It refuses an empty list, pieces
// that run backwards, ids outside [0, IDEnd) and more than RowsPerOpMax ids.
func ParseIDs(text string) (IDs, error) {
	if text == "" {
		return nil, errors.New("no ids")
	}
	ids := make(IDs, 0, strings.Count(text, ",")+1)
	var count int64
	for part := range strings.SplitSeq(text, ",") {
		p, err := parsePiece(part)
		if err != nil {
			return nil, err
		}
		if count += p.Count(); count > RowsPerOpMax {
			return nil, fmt.Errorf("more than %d ids", RowsPerOpMax)
		}
		ids = append(ids, p)
	}
	return ids, nil
}

// parsePiece reads a, a-b or a-b/step.
func parsePiece(text string) (Piece, error) {
	var p Piece
	first, rest, ranged := strings.Cut(text, "-")
	last, step, stepped := strings.Cut(rest, "/")
	if !ranged {
		last = first
	}
	if !stepped {
		step = "1"
	}
	for _, part := range []struct {
		text string
		to   *int64
	}{{first, &p.First}, {last, &p.Last}, {step, &p.Step}} {
		if !parseDigits(part.text, part.to) {
			return p, fmt.Errorf("%q: want a, a-b or a-b/step", shown(text))
		}
		if *part.to >= IDEnd {
			return p, fmt.Errorf("%q: ids and steps are below 2^40", shown(text))
		}
	}
	switch {
	case p.Step == 0:
		return p, fmt.Errorf("%q: a step is at least 1", shown(text))
	case p.First > p.Last:
		return p, fmt.Errorf("%q: runs backwards", shown(text))
	case p.First == p.Last:
		p.Step = 1
	}
	return p, nil
}

// parseDigits reads digits and nothing else; strconv would let a sign or an underscore pass. Too
// large a number becomes IDEnd, however many digits it has.
func parseDigits(text string, n *int64) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
		*n = min(*n*10+int64(text[i]-'0'), IDEnd)
	}
	return text != ""
}

// Count returns how many ids the list stands for.
func (ids IDs) Count() int64 {
	var n int64
	for _, p := range ids {
		n += p.Count()
	}
	return n
}

// All returns the ids one by one, in order of execution.
func (ids IDs) All() iter.Seq[int64] {
	return func(yield func(int64) bool) {
		for _, p := range ids {
			for id := p.First; id <= p.Last; id += p.Step {
				if !yield(id) {
					return
				}
			}
		}
	}
}

// String returns the list in the form ParseIDs reads.
func (ids IDs) String() string {
	var b strings.Builder
	for i, p := range ids {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(p.String())
	}
	return b.String()
}
