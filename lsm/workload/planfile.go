package workload

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/readamp/readamp/internal/nearest"
)

// maxPlanBytes is far above any plan: some ten thousand lines.
const maxPlanBytes = 1 << 20

// ParsePlan reads a plan; the package comment says what is in it. name stands in front of the
// errors, which are "name:line: what".
func ParsePlan(name string, r io.Reader) (*Plan, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxPlanBytes+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(text) > maxPlanBytes {
		return nil, fmt.Errorf("%s: more than %d bytes", name, maxPlanBytes)
	}
	p := &planParser{plan: &Plan{}, groups: map[string]int{}}
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		if err := p.line(line); err != nil {
			return nil, fmt.Errorf("%s:%d: %s", name, number, oneLine(err))
		}
	}
	if len(p.plan.Loads) == 0 {
		return nil, fmt.Errorf("%s:%d: no load, want a line such as "+
			"09:00-18:00 500/s oltp_write_only GROUP special", name, max(number, 1))
	}
	return p.plan, nil
}

// oneLine returns the text of an error, perhaps a joined one, without the packages it came through:
// the file's line says where to look.
func oneLine(err error) string {
	return strings.NewReplacer("workload: ", "", "keydist: ", "", "\n", "; ").Replace(err.Error())
}

// A planParser holds what the lines before said.
type planParser struct {
	plan   *Plan
	groups map[string]int // name to index
}

// line reads one line. A comment begins with # at the beginning of a word.
func (p *planParser) line(text string) error {
	words := strings.Fields(text)
	if i := slices.IndexFunc(words, isComment); i >= 0 {
		words = words[:i]
	}
	switch {
	case len(words) == 0:
		return nil
	case words[0] == "tables":
		return p.group(words[1:])
	case unicode.IsDigit(rune(words[0][0])):
		return p.load(words)
	}
	return fmt.Errorf("line begins with %q, want tables or hours such as 09:00-18:00%s",
		words[0], didYouMean(words[0], "tables"))
}

func isComment(word string) bool { return word[0] == '#' }

// didYouMean is nearest.Hint, but silent when no candidate is near.
func didYouMean(word string, candidates ...string) string {
	if _, ok := nearest.Name(word, candidates); !ok {
		return ""
	}
	return nearest.Hint(word, candidates)
}
