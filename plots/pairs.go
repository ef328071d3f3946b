package plots

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// The table, the checks and the summary of PredictedVsMeasured; square.go draws it.

// maxPairs bounds the size of a drawing; more marks than this are a smear.
const maxPairs = 20000

// Pair is a measured quantity and its prediction.
type Pair struct {
	Group               string // pairs of one group share a mark
	Label               string // names the pair when it is the worst one, and in the table
	Measured, Predicted float64
	Fitted              bool // the model was fitted on this pair, so its agreement proves less
}

// errorPct is 100 x (predicted - measured) / measured; ok is false where measured is 0.
func (r Pair) errorPct() (pct float64, ok bool) {
	if r.Measured == 0 {
		return 0, false
	}
	return 100 * (r.Predicted - r.Measured) / r.Measured, true
}

// PredictedVsMeasured shows how near predictions are to measurements over the whole range: on the
// diagonal they are equal. Below, on the same x axis, is the error in percent of the measured
// value; noisePct, the percent by which repeated measurements differ, is a band there (0: none).
// Inside the band a better model can't be told from a lucky one. quantity and unit name what is
// compared, as in "throughput" and "queries per second". Pairs measured as 0 have no error in
// percent; they stand in the upper panel and the heading counts them.
//
// Both axes of the square have the same scale. The heading gives the median and the largest error
// of the pairs that were not fitted.
//
// Errors: no pairs, too many of them or of their groups, a number that is NaN, infinite or
// negative. They name the pair, counted from 1.
func PredictedVsMeasured(title, quantity, unit string, noisePct float64,
	pairs []Pair) (Figure, error) {
	style := DefaultStyle()
	groups := groupsOf(pairs)
	if err := checkPairs(pairs, noisePct, len(groups), style.marks()); err != nil {
		return Figure{}, fmt.Errorf("plots: predicted against measured: %w", err)
	}
	p := newPaper(style, squareWidth)
	p.heading(title, summary(pairs))
	d := pairsDrawing{pairs, groups, noisePct}
	p.legend(d.legend(style))
	d.panels(p, quantity, unit)
	return Figure{
		Title:  title,
		Header: pairsHeader(),
		Rows:   pairsCells(quantity, unit, noisePct, pairs),
		paper:  p,
	}, nil
}

// groupsOf returns the names of the groups in the order of appearance.
func groupsOf(pairs []Pair) []string {
	var groups []string
	for _, r := range pairs {
		if !slices.Contains(groups, r.Group) {
			groups = append(groups, r.Group)
		}
	}
	return groups
}

// checkPairs refuses what can't be drawn or told apart. An error in percent may overflow although
// both of its numbers are harmless, so it is checked as a number of its own.
func checkPairs(pairs []Pair, noisePct float64, groups, maxGroups int) error {
	if len(pairs) == 0 {
		return errors.New("no pairs")
	}
	if len(pairs) > maxPairs {
		return fmt.Errorf("%d pairs; a figure holds %d", len(pairs), maxPairs)
	}
	if groups > maxGroups {
		return fmt.Errorf("%d groups; only %d marks can be told apart", groups, maxGroups)
	}
	if err := checkNumbers("the band", quantity{"noise in percent", noisePct}); err != nil {
		return err
	}
	for i, r := range pairs {
		where := fmt.Sprintf("pair %d (%s, %s)", i+1, r.Group, r.Label)
		pct, _ := r.errorPct()
		if err := checkNumbers(where, quantity{"measured", r.Measured},
			quantity{"predicted", r.Predicted},
			quantity{"size of the error in percent", math.Abs(pct)}); err != nil {
			return err
		}
	}
	return nil
}

// summary says in one line what the figure shows, so that the claim can be read and not only seen.
// It is judged on pairs that the model was not fitted on as long as there are some; how many were
// fitted, and how many have no error in percent, is always said.
func summary(pairs []Pair) string {
	fitted, zero := 0, 0
	for _, r := range pairs {
		if r.Fitted {
			fitted++
		}
		if r.Measured == 0 {
			zero++
		}
	}
	all := fitted == len(pairs)
	var parts []string
	switch {
	case all:
		parts = append(parts, count(fitted)+", all used in the fit")
	case fitted > 0:
		parts = append(parts, count(len(pairs)-fitted)+" not used in the fit")
	default:
		parts = append(parts, count(len(pairs)))
	}
	if text := errorSummary(pairs, all); text != "" {
		parts[0] += ": " + text
	}
	if fitted > 0 && !all {
		parts = append(parts, count(fitted)+" used in the fit (hollow)")
	}
	if zero > 0 {
		parts = append(parts, count(zero)+" measured as 0, without an error in percent")
	}
	return strings.Join(parts, "; ")
}

// count is a number of pairs in words.
func count(n int) string {
	if n == 1 {
		return "1 pair"
	}
	return fmt.Sprintf("%d pairs", n)
}

// errorSummary is the median size of the errors and the largest error with its sign and the name of
// its pair; empty when no pair has an error in percent. The median is used because one stalled
// measurement must not speak for all others.
func errorSummary(pairs []Pair, withFitted bool) string {
	var sizes []float64
	var worst Pair
	worstPct := 0.0
	for _, r := range pairs {
		pct, ok := r.errorPct()
		if !ok || r.Fitted && !withFitted {
			continue
		}
		if len(sizes) == 0 || math.Abs(pct) > math.Abs(worstPct) {
			worst, worstPct = r, pct
		}
		sizes = append(sizes, math.Abs(pct))
	}
	if len(sizes) == 0 {
		return ""
	}
	slices.Sort(sizes)
	n := len(sizes)
	median := (sizes[(n-1)/2] + sizes[n/2]) / 2
	name := strings.Trim(worst.Group+", "+worst.Label, ", ")
	return fmt.Sprintf("median error %.1f %%, largest %s %% (%s)", median,
		strings.Replace(fmt.Sprintf("%+.1f", worstPct), "-", "−", 1), name)
}

// pairsHeader names the columns. Quantity and unit are columns, not parts of names, so that tables
// of different quantities can be put together.
func pairsHeader() []string {
	return []string{"group", "label", "quantity", "unit", "measured", "predicted", "error_pct",
		"noise_pct", "fitted"}
}

// pairsCells leaves error_pct empty where measured is 0.
func pairsCells(quantity, unit string, noisePct float64, pairs []Pair) [][]string {
	cells := make([][]string, len(pairs))
	for i, r := range pairs {
		errorCell := ""
		if pct, ok := r.errorPct(); ok {
			errorCell = cell(pct)
		}
		cells[i] = []string{r.Group, r.Label, quantity, unit, cell(r.Measured),
			cell(r.Predicted), errorCell, cell(noisePct), yesNo(r.Fitted)}
	}
	return cells
}
