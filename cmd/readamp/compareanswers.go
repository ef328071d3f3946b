package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/readamp/readamp/internal/texttab"
	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/model"
	"github.com/readamp/readamp/plots"
	"github.com/readamp/readamp/validate"
	"github.com/readamp/readamp/validate/answers"
	"github.com/readamp/readamp/validate/record"
)

// answersReport is what --answers adds to the report.
type answersReport struct {
	Answers []validate.Answer     `json:"answers"`
	Worst   validate.WorstAnswers `json:"answers_worst"`

	statements int64    // that were executed on stored rows
	engines    []string // of the runs, each once
}

// compareAnswers compares a run with its statements executed on stored rows too.
func compareAnswers(ctx context.Context, run *record.Run, rules lsm.Rules, cost *model.Cost) (
	report *validate.RunReport, err error) {

	stored := new(answers.Stored)
	defer func() { err = errors.Join(err, stored.Close()) }()
	return validate.CompareAnswers(ctx, run, rules, cost, stored)
}

// newAnswersReport collects the answers of all runs.
func newAnswersReport(runs []*record.Run, reports []*validate.RunReport) *answersReport {
	r := &answersReport{Answers: []validate.Answer{}}
	for i, report := range reports {
		r.Answers = append(r.Answers, report.Answers...)
		r.statements += report.MirroredStatements
		if engine := runs[i].Config().Engine; !slices.Contains(r.engines, engine) {
			r.engines = append(r.engines, engine)
		}
	}
	r.Worst = validate.Worst(r.Answers)
	return r
}

// write says what the four answers are, then what they say and how far apart they are.
func (r *answersReport) write(e env) error {
	err := writeText(e, `
Four answers to how many rows a statement reads: closed form, from the distribution of ids and
the number of draws; simulation, counted on sets of keys; stored rows, the same statements
executed on rows in memtables and SSTables; recorded, what the run itself measured
on %s.

`, strings.Join(r.engines, ", "))
	if err != nil {
		return err
	}
	if err := writeTable(e, formatTable, r.table(true)); err != nil {
		return err
	}
	if err := writeText(e, "\n"); err != nil {
		return err
	}
	if err := writeTable(e, formatTable, r.worst()); err != nil {
		return err
	}
	return writeText(e, "\n%d statements were executed; simulation and stored rows count the same "+
		"for each of them.\n", r.statements)
}

// table has a row for each phase and kind of statement. Text marks what has no answer.
func (r *answersReport) table(text bool) *texttab.Table {
	t := texttab.New(texttab.Column{Name: "run"}, texttab.Column{Name: "label", Head: "state"},
		texttab.Column{Name: "script"}, texttab.Column{Name: "statement"},
		number("closed_form_rows", "closed form", "", "%.2f"),
		number("simulated_rows", "simulation", "", "%.2f"),
		number("stored_rows", "stored rows", "", "%.2f"),
		number("recorded_rows", "recorded", "", "%.2f"))
	for _, a := range r.Answers {
		t.Row(shortRun(a.Run), a.Label, a.Script, a.Statement, answerCell(a.ClosedForm, text),
			a.Simulated, a.Stored, answerCell(a.Recorded, text))
	}
	return t
}

// answerCell is a figure, or a mark that there is none.
func answerCell(v *float64, text bool) any {
	if v == nil && text {
		return "-"
	}
	return cell(v)
}

// worst has a row for each kind of difference.
func (r *answersReport) worst() *texttab.Table {
	w := r.Worst
	t := texttab.New(texttab.Column{Name: "worst difference"}, texttab.Column{Name: "unit"},
		number("closed_form", "closed form", "", "%.2f"),
		number("simulated", "simulation", "", "%.2f"),
		number("stored", "stored rows", "", "%.2f"))
	for _, row := range []struct {
		name, unit                string
		closed, simulated, stored *float64
	}{
		{"ranges, from recorded", "%", w.RangeClosedFormPct, w.RangeSimulatedPct,
			w.RangeStoredPct},
		{"gets, from recorded", "rows", nil, w.GetSimulatedRows, w.GetStoredRows},
		{"any, from the simulation", "rows", nil, nil, w.StoredFromSimulated},
	} {
		t.Row(row.name, row.unit, answerCell(row.closed, true), answerCell(row.simulated, true),
			answerCell(row.stored, true))
	}
	return t
}

// answersFigure is the name of the figure of the answers.
const answersFigure = "rows-answers-recorded"

// writeAnswersFigure draws what three answers say of ranges against what was recorded. A run
// without anything recorded has none.
func writeAnswersFigure(dir string, list []validate.Answer) error {
	var pairs []plots.Pair
	for _, group := range []struct {
		name string
		of   func(validate.Answer) *float64
	}{
		{"closed form", func(a validate.Answer) *float64 { return a.ClosedForm }},
		{"simulation", func(a validate.Answer) *float64 { return &a.Simulated }},
		{"stored rows", func(a validate.Answer) *float64 { return &a.Stored }},
	} {
		for _, a := range list {
			if v := group.of(a); v != nil && a.Recorded != nil && a.Statement != "get" {
				pairs = append(pairs, plots.Pair{Group: group.name, Measured: *a.Recorded,
					Label: shortRun(a.Run) + " " + a.Label, Predicted: *v})
			}
		}
	}
	figure, err := plots.PredictedVsMeasured(
		"Rows read by range statements, three answers against the recorded",
		"rows read per statement", "rows", 0, pairs)
	if err != nil {
		return fmt.Errorf("figure %s: %w", answersFigure, err)
	}
	return figure.Save(dir, answersFigure)
}

func remarkAnswersFigure(e env, dir string) {
	e.remark("figure %s.svg, .png, numbers in .csv", filepath.Join(dir, answersFigure))
}
