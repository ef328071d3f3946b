package validate

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/validate/record"
)

// Bars of a natural run.
const (
	freezeCountBar  = 1    // freezes a write phase may be off by
	freezeBytesBar  = 3.0  // percent of the memstore between two freezes
	freezeTickS     = 2.0  // or so many seconds of writes
	stackShareBar   = 80.0 // percent of the samples with the same stack
	stackSlackS     = 3.0  // seconds by which a change may come early or late
	keysBar         = 2.0  // percent of a memtable's keys
	keysSigmas      = 3.0  // or so many over the root of their number
	physicalRowsBar = 2.0  // percent of a run's physical rows
	rowsReadBar     = 3.0  // percent of the rows that range statements read
	rowsReadErrors  = 2.0  // or so many standard errors of the measured mean
)

// NaturalReport compares a run in which freezes come by themselves with its prediction.
//
// What depends on when freezes came is predicted from the number of write queries of each phase
// alone. What depends on how much had been written when they came (keys, physical rows, rows
// read) is also predicted by a second simulation, which is told the recorded moments of the
// freezes and the rate of writes of each second: one tick of the freeze check is 8 % of what these
// runs hold in memory. The bars on keys and physical rows are those of the second.
type NaturalReport struct {
	Run    string         `json:"run"`
	Checks []NaturalCheck `json:"checks"`
	Passed bool           `json:"passed"`

	Freezes []FreezeLine `json:"freezes"`
	Merges  []MergesLine `json:"merges"`
	Rows    []RowsLine   `json:"rows_read"`
}

// NaturalCheck is one bar.
type NaturalCheck struct {
	What     string  `json:"check"`
	Bar      string  `json:"bar"`
	Result   string  `json:"result"`
	WorstPct float64 `json:"worst_pct"`
	Of       int     `json:"of"`     // things compared
	Missed   int     `json:"missed"` // of them outside the bar
	Passed   bool    `json:"passed"`
}

// FreezeLine is a freeze, counted from the one before.
type FreezeLine struct {
	Number          int      `json:"number"`
	MeasuredAtS     *float64 `json:"measured_at_s"`
	PredictedAtS    *float64 `json:"predicted_at_s"`
	EventsMeasured  float64  `json:"write_events_measured"`
	EventsPredicted float64  `json:"write_events_predicted"`
	ErrorPct        float64  `json:"error_pct"`
	ErrorS          float64  `json:"error_s"` // at the rate of the writes
}

// MergesLine is the sequence of merges of a tablet.
type MergesLine struct {
	Tablet    string `json:"tablet"`
	Measured  string `json:"measured"`
	Predicted string `json:"predicted"`
	Equal     bool   `json:"equal"`
}

// RowsLine is what range statements read in a phase.
type RowsLine struct {
	Label      string  `json:"label"`
	Measured   float64 `json:"measured"`
	Predicted  float64 `json:"predicted"`
	Told       float64 `json:"predicted_told_freezes"`
	ErrorPct   float64 `json:"error_pct"`
	ToldPct    float64 `json:"error_told_freezes_pct"`
	TwoErrsPct float64 `json:"two_standard_errors_pct"`
}

// CompareNatural predicts a natural run and compares.
func CompareNatural(ctx context.Context, run *record.Run, rules lsm.Rules, timing timeline.Timing,
	seed uint64) (*NaturalReport, error) {

	plan, err := newNaturalPlan(run, rules, timing, seed)
	if err != nil {
		return nil, err
	}
	predicted, err := plan.simulate(ctx)
	if err != nil {
		return nil, err
	}
	told, err := plan.told()
	if err != nil {
		return nil, err
	}
	second, err := told.simulate(ctx)
	if err != nil {
		return nil, err
	}
	j := &naturalJudge{plan: plan, first: predicted, told: second,
		report: &NaturalReport{Run: run.File, Passed: true}}
	j.freezes()
	j.merges()
	j.stacks()
	if err := j.keys(); err != nil {
		return nil, err
	}
	j.physicalRows()
	j.rowsRead()
	return j.report, nil
}

// naturalJudge compares.
type naturalJudge struct {
	plan        *naturalPlan
	first, told *natural
	report      *NaturalReport
}

// check adds a bar's verdict.
func (j *naturalJudge) check(c NaturalCheck) {
	j.report.Checks = append(j.report.Checks, c)
	j.report.Passed = j.report.Passed && c.Passed
}

// freezes compares the number of freezes of each write phase and the writes between them.
func (j *naturalJudge) freezes() {
	measured := measuredFreezes(j.plan.run, j.plan.states)
	predicted := j.first.tenant.Freezes
	count := NaturalCheck{What: "freezes per write phase", Bar: "equal or off by 1"}
	for _, p := range j.plan.phases {
		if p.Queries.Write == 0 {
			continue
		}
		m := countFunc(measured, func(f measuredFreeze) bool {
			return f.unix >= p.Start && f.unix < p.End
		})
		g := countFunc(predicted, func(f timeline.FreezeRecord) bool {
			return f.At >= j.plan.at(p.Start) && f.At < j.plan.at(p.End)
		})
		count.Of++
		if off := g - m; off < -freezeCountBar || off > freezeCountBar {
			count.Missed++
		}
		count.Result += fmt.Sprintf("%s %d/%d ", p.Label, g, m)
	}
	count.Passed = count.Missed == 0
	j.check(count)
	j.between(measured, predicted)
}

func countFunc[T any](list []T, is func(T) bool) (n int) {
	for _, v := range list {
		if is(v) {
			n++
		}
	}
	return n
}

// between compares what was written between two freezes.
func (j *naturalJudge) between(measured []measuredFreeze, predicted []timeline.FreezeRecord) {
	c := NaturalCheck{What: "writes between two freezes",
		Bar: fmt.Sprintf("%.0f %% or a tick of %.0f s", freezeBytesBar, freezeTickS)}
	for i := range max(len(measured), len(predicted)) {
		line := FreezeLine{Number: i + 1}
		if i < len(measured) {
			line.MeasuredAtS = finite(j.plan.at(measured[i].unix).Seconds())
			line.EventsMeasured = measured[i].events
		}
		if i < len(predicted) {
			line.PredictedAtS = finite(predicted[i].At.Seconds())
			line.EventsPredicted = float64(predicted[i].Events)
		}
		if i < len(measured) && i < len(predicted) {
			off := line.EventsPredicted - line.EventsMeasured
			line.ErrorPct = 100 * off / line.EventsMeasured
			line.ErrorS = off / j.plan.rateAt(predicted[i].At)
			c.Of++
			c.WorstPct = max(c.WorstPct, math.Abs(line.ErrorPct))
			if math.Abs(line.ErrorPct) > freezeBytesBar && math.Abs(line.ErrorS) > freezeTickS {
				c.Missed++
			}
		}
		j.report.Freezes = append(j.report.Freezes, line)
	}
	c.Passed = c.Missed == 0
	c.Result = fmt.Sprintf("worst %.1f %%", c.WorstPct)
	j.check(c)
}

// rateAt is the rate of write events at a moment, or of the last load before it.
func (n *naturalPlan) rateAt(at time.Duration) (rate float64) {
	for _, l := range n.config.Plan.Loads {
		if l.Options.PerEvent().Writes() > 0 && l.From <= at {
			rate = l.Rate.EventsPerSecond()
		}
	}
	return rate
}

// merges compares the sequence of merges of each tablet.
func (j *naturalJudge) merges() {
	measured := measuredMerges(j.plan.states)
	predicted := simulatedMerges(j.first.tenant)
	c := NaturalCheck{What: "sequence of merges", Bar: "kind and inputs equal, every tablet"}
	for _, tablet := range slices.Sorted(maps.Keys(measured)) {
		line := MergesLine{Tablet: tablet, Measured: fmt.Sprint(measured[tablet]),
			Predicted: fmt.Sprint(predicted[tablet]),
			Equal:     slices.EqualFunc(measured[tablet], predicted[tablet], mergeStep.same)}
		j.report.Merges = append(j.report.Merges, line)
		c.Of++
		if !line.Equal {
			c.Missed++
		}
	}
	c.Passed = c.Missed == 0
	c.Result = fmt.Sprintf("%d of %d tablets", c.Of-c.Missed, c.Of)
	j.check(c)
}

// stacks compares the stacks of the samples.
func (j *naturalJudge) stacks() {
	c := NaturalCheck{What: "live stack",
		Bar: fmt.Sprintf("equal in %.0f %% of samples, %.0f s slack", stackShareBar, stackSlackS)}
	for _, p := range j.plan.phases {
		for _, s := range p.Samples {
			for tablet, letters := range s.Stacks {
				c.Of++
				if !j.first.had(tablet, j.plan.at(s.At), letters) {
					c.Missed++
				}
			}
		}
	}
	share := 100 * float64(c.Of-c.Missed) / float64(max(c.Of, 1))
	c.WorstPct = 100 - share
	c.Passed = share >= stackShareBar
	c.Result = fmt.Sprintf("%.1f %%", share)
	j.check(c)
}

// had says whether a tablet had a stack at some moment within the slack.
func (n *natural) had(tablet string, at time.Duration, letters string) bool {
	slack := time.Duration(stackSlackS * float64(time.Second))
	list := n.letters[tablet]
	for i, l := range list {
		ends := i+1 == len(list) || list[i+1].at >= at-slack
		if l.at <= at+slack && ends && l.letters == letters {
			return true
		}
	}
	return false
}

// rowsRead compares the rows that range statements read.
func (j *naturalJudge) rowsRead() {
	c := NaturalCheck{What: "rows read by ranges", Bar: fmt.Sprintf(
		"%.0f %% or %.0f standard errors, freezes told", rowsReadBar, rowsReadErrors)}
	for _, p := range j.plan.phases {
		var measured, se, n float64
		for _, kind := range []string{"range", "sum", "order", "distinct"} {
			if s := p.Audit[kind]; s.N > 0 {
				measured += s.RowsRead
				se += s.RowsReadSD * s.RowsReadSD / float64(s.N)
				n++
			}
		}
		if n == 0 || p.Warm {
			continue
		}
		measured, se = measured/n, math.Sqrt(se)/n
		line := RowsLine{Label: p.Label, Measured: measured,
			Predicted:  rowsPerRange(j.first.rows[p]),
			Told:       rowsPerRange(j.told.rows[p]),
			TwoErrsPct: 100 * rowsReadErrors * se / measured}
		line.ErrorPct = 100 * (line.Predicted/measured - 1)
		line.ToldPct = 100 * (line.Told/measured - 1)
		j.report.Rows = append(j.report.Rows, line)
		c.Of++
		c.worst(line.ToldPct, max(rowsReadBar, line.TwoErrsPct))
	}
	c.Passed = c.Missed == 0
	c.Result = fmt.Sprintf("worst %.1f %%", c.WorstPct)
	j.check(c)
}

// rowsPerRange is the mean rows a range statement reads.
func rowsPerRange(r timeline.Readings) float64 {
	return float64(r.Ranges.RowsRead()) / float64(max(r.RangeN, 1))
}
