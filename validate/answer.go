package validate

import (
	"math"

	"github.com/readamp/readamp/lsm/workload"
)

// Answer is how many rows one statement reads, as four ways of knowing it say for the same phase.
// Missing is what nobody says: the closed form speaks of ranges only, and a run may be blanked.
type Answer struct {
	Run       string `json:"run"`
	Label     string `json:"label"`
	State     int    `json:"state"`
	Script    string `json:"script"`
	Statement string `json:"statement"` // get, or range for all four kinds, which read alike

	ClosedForm *float64 `json:"closed_form_rows"`
	Simulated  float64  `json:"simulated_rows"`
	Stored     float64  `json:"stored_rows"`
	Recorded   *float64 `json:"recorded_rows"`
}

// answers are those of every phase but the warming ones, in order.
func (p *Prediction) answers() (list []Answer) {
	for i := range p.Phases {
		phase := &p.Phases[i]
		if phase.Phase.Warm {
			continue
		}
		for _, kinds := range [][2]workload.Kind{{workload.Get, workload.Get},
			{workload.Range, workload.Distinct}} {
			if a, ok := phase.answer(kinds[0], kinds[1]); ok {
				a.Run = runName(p.Run)
				list = append(list, a)
			}
		}
	}
	return list
}

// answer is that of kinds that read alike, if the phase has one of them.
func (p *PhasePrediction) answer(first, last workload.Kind) (a Answer, ok bool) {
	a = Answer{Label: p.Phase.Label, State: p.State, Script: p.Phase.Script,
		Statement: first.String()}
	statements, rows := 0.0, 0.0
	for kind := first; kind <= last; kind++ {
		simulated, have := p.Rows[kind.String()]
		if !have {
			continue
		}
		ok = true
		a.Simulated, a.Stored = simulated.Read(), p.MirroredRows[kind.String()].Read()
		if stat, audited := p.Phase.Audit[kind.String()]; audited {
			statements += float64(stat.N)
			rows += float64(stat.N) * stat.RowsRead
		}
	}
	a.Recorded = finite(rows / statements)
	if first != workload.Get {
		a.ClosedForm = p.ClosedFormRows
	}
	return a, ok
}

// WorstAnswers are the largest differences among answers: of ranges in percent of the recorded
// rows, of gets in rows, where a percentage of a fraction of a row says little. What there is
// nothing to compare with is missing.
type WorstAnswers struct {
	RangeClosedFormPct *float64 `json:"range_closed_form_pct"`
	RangeSimulatedPct  *float64 `json:"range_simulated_pct"`
	RangeStoredPct     *float64 `json:"range_stored_pct"`
	GetSimulatedRows   *float64 `json:"get_simulated_rows"`
	GetStoredRows      *float64 `json:"get_stored_rows"`
	// StoredFromSimulated is between these two, in rows, of gets and ranges.
	StoredFromSimulated *float64 `json:"stored_from_simulated_rows"`
}

// Worst finds the largest differences.
func Worst(answers []Answer) (w WorstAnswers) {
	for _, a := range answers {
		larger(&w.StoredFromSimulated, a.Stored-a.Simulated)
		switch {
		case a.Recorded == nil:
		case a.Statement == workload.Get.String():
			larger(&w.GetSimulatedRows, a.Simulated-*a.Recorded)
			larger(&w.GetStoredRows, a.Stored-*a.Recorded)
		case *a.Recorded > 0:
			pct := 100 / *a.Recorded
			larger(&w.RangeSimulatedPct, (a.Simulated-*a.Recorded)*pct)
			larger(&w.RangeStoredPct, (a.Stored-*a.Recorded)*pct)
			if a.ClosedForm != nil {
				larger(&w.RangeClosedFormPct, (*a.ClosedForm-*a.Recorded)*pct)
			}
		}
	}
	return w
}

// larger keeps the largest absolute difference.
func larger(worst **float64, difference float64) {
	if d := math.Abs(difference); *worst == nil || d > **worst {
		*worst = &d
	}
}
