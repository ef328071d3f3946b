package validate

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/readamp/readamp/validate/record"
)

// With undo_retention 0 the multi-version start moves when the server reports its oldest active
// transaction, every ten minutes since its start. When that is can't be read off any view, but
// merges that were made before a run tell: a minor of a main tablet that comes out much smaller
// than what went in has folded old versions, so a report came after its oldest input and before
// it; where none did, no report came.

// reportPeriodS is the time between two reports, seconds.
const reportPeriodS = 600

// earlierMinor is a minor of a main tablet in the history.
type earlierMinor struct {
	oldest, start float64 // Unix seconds: end of its oldest input, and its own start
	folded        bool
}

// reportPhase is when reports come, seconds after a whole ten minutes of Unix time; ok is false
// where the history does not tell.
func reportPhase(history []record.Merge) (phaseS float64, ok bool) {
	minors := earlierMinors(history)
	if !slices.ContainsFunc(minors, func(m earlierMinor) bool { return m.folded }) {
		return 0, false
	}
	var wrong [reportPeriodS]int
	for phase := range wrong {
		for _, m := range minors {
			if reportBetween(float64(phase), m.oldest, m.start) != m.folded {
				wrong[phase]++
			}
		}
	}
	phaseS, width := middle(wrong[:])
	return phaseS, width <= phaseWidthMaxS
}

// phaseWidthMaxS is how far the moments that explain a history equally well may lie apart: with
// more than a sixth of the period between them their middle says too little.
const phaseWidthMaxS = reportPeriodS / 6

// reportBetween says whether a report falls between two moments.
func reportBetween(phaseS, from, to float64) bool {
	next := phaseS + reportPeriodS*math.Ceil((from-phaseS)/reportPeriodS)
	return next < to
}

// middle is the middle of the longest row of least values of a circle, and how long that is.
func middle(wrong []int) (at, width float64) {
	n, least := len(wrong), slices.Min(wrong)
	best, bestFrom := 0, 0
	for from := range n {
		length := 0
		for length < n && wrong[(from+length)%n] == least {
			length++
		}
		if length > best {
			best, bestFrom = length, from
		}
	}
	return math.Mod(float64(bestFrom)+float64(best)/2, float64(n)), float64(best)
}

// foldedShare is the share of the rows that went in below which a minor has folded: without folding
// only shadow rows of keys that several inputs have go (0.89 to 1.005 in the recorded runs); with,
// it was 0.77, 0.61 and 0.55.
const foldedShare = 0.83

// earlierMinors are the minors of main tablets whose inputs the history knows as well.
func earlierMinors(history []record.Merge) []earlierMinor {
	zone, ok := zoneS(history)
	if !ok {
		return nil
	}
	type run struct {
		start, end int64
		rows       int64
	}
	stacks := map[string][]run{}
	var minors []earlierMinor
	for _, m := range history {
		start, end, ok := scnRange(m.Inputs)
		if !ok || kindOfTablet(m.Tablet) != "main" {
			continue
		}
		stack := stacks[m.Tablet]
		if m.Type == "MINOR_MERGE" {
			var rows, covered, oldest int64
			kept := stack[:0:0]
			for _, r := range stack {
				if r.start < start || r.end > end {
					kept = append(kept, r)
					continue
				}
				if covered == 0 {
					oldest = r.end
				}
				rows, covered = rows+r.rows, covered+1
			}
			at, err := localTime(m.Start)
			if covered > 1 && err == nil {
				minors = append(minors, earlierMinor{float64(oldest) / scnPerSecond, at - zone,
					float64(m.Rows) < foldedShare*float64(rows)})
			}
			stack = kept
		}
		stacks[m.Tablet] = append(stack, run{start, end, m.Rows})
	}
	return minors
}

// zoneS is how far the server's local time is ahead of UTC: a mini starts within seconds of the
// freeze that its SCN range ends with.
func zoneS(history []record.Merge) (seconds float64, ok bool) {
	const quarter = 900
	for _, m := range history {
		if m.Type != "MINI_MERGE" {
			continue
		}
		_, end, found := scnRange(m.Inputs)
		at, err := localTime(m.Start)
		if found && err == nil {
			return math.Round((at-float64(end)/scnPerSecond)/quarter) * quarter, true
		}
	}
	return 0, false
}

// localTime reads a time of the history as if it were UTC, Unix seconds.
func localTime(text string) (float64, error) {
	t, err := time.Parse("2006-01-02 15:04:05.999999", text)
	if err != nil {
		return 0, err
	}
	return float64(t.UnixMicro()) / 1e6, nil
}

// scnRange is the range of the tables that a merge took.
func scnRange(inputs string) (start, end int64, ok bool) {
	number := func(name string) (int64, bool) {
		_, text, found := strings.Cut(inputs, name+"=")
		if !found {
			return 0, false
		}
		if i := strings.IndexFunc(text, func(r rune) bool { return r < '0' || r > '9' }); i >= 0 {
			text = text[:i]
		}
		n, err := strconv.ParseInt(text, 10, 64)
		return n, err == nil
	}
	start, first := number("start_scn")
	end, second := number("end_scn")
	return start, end, first && second
}
