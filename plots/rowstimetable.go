package plots

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// The checks and the table of RowsOverTime.

// hasBand says whether the percentiles were measured.
func (s RowsSample) hasBand() bool { return !math.IsNaN(s.RangeP5) && !math.IsNaN(s.RangeP95) }

func (s RowsSample) quantities() []quantity {
	return []quantity{{"range mean", s.RangeMean}, {"range 5th percentile", s.RangeP5},
		{"range 95th percentile", s.RangeP95}, {"get mean", s.GetMean},
		{"index mean", s.IndexMean}}
}

// checkRowsTime refuses what can't be drawn.
func checkRowsTime(samples []RowsSample, marks []Mark) error {
	if err := checkSeries(len(samples), func(i int) float64 { return samples[i].AtS }); err != nil {
		return err
	}
	some := false
	for i, s := range samples {
		where := sampleName(i, s.AtS)
		list := measured(s.quantities()...)
		some = some || len(list) > 0
		if err := checkNumbers(where, list...); err != nil {
			return err
		}
		if s.RangeP5 > s.RangeP95 {
			return fmt.Errorf("%s: range 5th percentile %v is above the 95th, %v", where,
				s.RangeP5, s.RangeP95)
		}
	}
	if !some {
		return errors.New("nothing was measured in any sample")
	}
	return checkMarks(marks)
}

func checkMarks(marks []Mark) error {
	if len(marks) > maxSamples {
		return fmt.Errorf("%d marks; a figure holds %d", len(marks), maxSamples)
	}
	for i, m := range marks {
		where := fmt.Sprintf("mark %d (%s)", i+1, m.Kind)
		if !slices.Contains(markKinds, strings.ToLower(m.Kind)) {
			return fmt.Errorf("%s: unknown kind", where)
		}
		if err := checkTime(where, "time", m.AtS); err != nil {
			return err
		}
	}
	return nil
}

// rowsTimeHeader names the columns; a line is a sample, with an empty mark, or a mark.
func rowsTimeHeader() []string {
	return []string{"at_s", "mark", "range_mean_rows_per_row", "range_p5_rows_per_row",
		"range_p95_rows_per_row", "get_mean_tables", "index_mean_rows_per_row"}
}

// rowsTimeCells are the samples, then the marks.
func rowsTimeCells(samples []RowsSample, marks []Mark) [][]string {
	var cells [][]string
	for _, s := range samples {
		cells = append(cells, []string{cell(s.AtS), "", cellOrNone(s.RangeMean),
			cellOrNone(s.RangeP5), cellOrNone(s.RangeP95), cellOrNone(s.GetMean),
			cellOrNone(s.IndexMean)})
	}
	for _, m := range marks {
		cells = append(cells, []string{cell(m.AtS), m.Kind, "", "", "", "", ""})
	}
	return cells
}
