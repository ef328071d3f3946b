package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/readamp/readamp/internal/texttab"
	"github.com/readamp/readamp/model"
	"github.com/readamp/readamp/validate"
	"github.com/readamp/readamp/validate/protocol"
	"github.com/readamp/readamp/validate/record"
)

// compareFlags are what the user may choose.
type compareFlags struct {
	cost, figures, format, arch, serverVersion string

	answers bool
}

// handDriven is the protocol in which every freeze is asked for.
const handDriven = protocol.Ladder

// compareReport is the JSON of the command.
type compareReport struct {
	Runs    []*validate.RunReport `json:"runs"`
	Summary validate.Summary      `json:"summary"`
	*answersReport
}

func newCompareCmd(e env) *cobra.Command {
	var f compareFlags
	cmd := &cobra.Command{
		Use:   "compare RUN...",
		Short: "Set predictions beside what recorded runs measured",
		Long: `Repeat the recorded actions of runs (folders with a phases.jsonl) in the
simulator, predict for each phase and kind of statement the rows read, the CPU per query and
the rate, and set them beside what was measured. With --cost every phase is judged; without,
costs are fitted to the odd states of each run and the even ones are judged.

With --answers every statement is also executed on rows that are really stored, which takes some
30 s for a run of ten minutes, and four answers to how many rows it reads stand side by side: closed
form, simulation, stored rows, recorded. In CSV they stand instead of the other numbers. Counters
of simulation and stored rows that are not equal are an error.`,
		Example: `  readamp compare runs/ladder-uniform-8t
  readamp compare runs/ladder-* --cost cost.json --figures figures
  readamp compare runs/ladder-special-2t --answers`,
		Args: needs("RUN"),
		RunE: func(cmd *cobra.Command, runs []string) error {
			return runCompare(cmd.Context(), e, f, runs)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.cost, "cost", "", "judge with the costs in this `FILE` of calibrate")
	flags.StringVar(&f.figures, "figures", "", "draw figures, with their numbers, into this `DIR`")
	flags.BoolVar(&f.answers, "answers", false,
		"execute the statements on stored rows too, and set four answers side by side")
	addFormatFlag(flags, &f.format)
	addVersionFlags(flags, &f.serverVersion, &f.arch)
	return cmd
}

func runCompare(ctx context.Context, e env, f compareFlags, paths []string) error {
	runs, err := openRuns(paths)
	if err != nil {
		return err
	}
	var cost *validate.CostFile
	if f.cost != "" {
		if cost, err = validate.OpenCost(f.cost); err != nil {
			return err
		}
	}
	report := compareReport{}
	for i, run := range runs {
		remarkRun(e, run, cost, i+1, len(runs))
		compared, err := compareRun(ctx, f, run, cost)
		if err != nil {
			return err
		}
		report.Runs = append(report.Runs, compared)
	}
	report.Summary = validate.Overall(report.Runs)
	if f.answers {
		report.answersReport = newAnswersReport(runs, report.Runs)
	}
	if f.figures != "" {
		if err := drawCompare(f.figures, report); err != nil {
			return err
		}
	}
	if err := writeCompare(e, f.format, report); err != nil || f.figures == "" {
		return err
	}
	remarkFigures(e, f.figures)
	if f.answers {
		remarkAnswersFigure(e, f.figures)
	}
	return nil
}

// drawCompare draws all figures.
func drawCompare(dir string, report compareReport) error {
	if err := writeFigures(dir, report); err != nil || report.answersReport == nil {
		return err
	}
	return writeAnswersFigure(dir, report.Answers)
}

func compareRun(ctx context.Context, f compareFlags, run *record.Run, cost *validate.CostFile) (
	*validate.RunReport, error,
) {
	rules, err := rulesOf(f.serverVersion, f.arch)(run)
	if err != nil {
		return nil, err
	}
	var prices *model.Cost
	if cost != nil {
		prices = &cost.Cost
	}
	if f.answers {
		return compareAnswers(ctx, run, rules, prices)
	}
	return validate.Compare(ctx, run, rules, prices)
}

// remarkRun says how far the work is, and what to know before believing the numbers.
func remarkRun(e env, run *record.Run, cost *validate.CostFile, n, of int) {
	if of > 1 {
		e.remark("run %d of %d: %s", n, of, run.File)
	}
	switch p := run.Config().Protocol; p {
	case handDriven:
	case protocol.BeforeAfter:
		e.remark("%s: protocol %s: freezes that came by memory while it wrote are not repeated",
			run.File, p)
	default:
		e.remark("%s: protocol %s: compare repeats no freezes that come by themselves; "+
			"simulate --against predicts them", run.File, p)
	}
	if cost != nil && cost.FittedTo(run) {
		e.remark("%s: the costs were fitted to this run", run.File)
	}
}

func writeCompare(e env, format string, report compareReport) error {
	if format == formatJSON {
		return writeJSON(e.stdout, report)
	}
	if format == formatCSV && report.answersReport != nil {
		return writeTable(e, format, report.answersReport.table(false))
	}
	if err := writeTable(e, format, report.lines(format == formatTable)); err != nil {
		return err
	}
	if format == formatCSV {
		return nil
	}
	if err := writeText(e, "\n"); err != nil {
		return err
	}
	if err := writeTable(e, format, report.summaries()); err != nil {
		return err
	}
	if err := writeWords(e, report); err != nil || report.answersReport == nil {
		return err
	}
	return report.answersReport.write(e)
}

// writeWords closes with a few sentences for somebody who plans capacity.
func writeWords(e env, report compareReport) error {
	for _, run := range report.Runs {
		for i, sentence := range run.Words() {
			head := ""
			if i == 0 {
				head = "\n" + shortRun(run.Run) + "\n"
			}
			if err := writeText(e, "%s  %s\n", head, sentence); err != nil {
				return err
			}
		}
	}
	return nil
}

// number is a column of figures.
func number(name, head, unit, verb string) texttab.Column {
	return texttab.Column{Name: name, Head: head, Unit: unit, Right: true, Verb: verb}
}

// lines has a row for each kind of statement in each phase. Text for people shows what concerns a
// whole phase once.
func (r compareReport) lines(text bool) *texttab.Table {
	t := texttab.New(texttab.Column{Name: "run"}, texttab.Column{Name: "label", Head: "state"},
		texttab.Column{Name: "script"}, texttab.Column{Name: "statement"},
		number("rows_read", "rows read", "measured", "%.2f"),
		number("rows_read_predicted", "rows read", "predicted", "%.2f"),
		number("rows_error_pct", "error", "%", "%+.1f"),
		number("cpu_us", "CPU/query", "µs", "%.1f"),
		number("cpu_us_predicted", "CPU/query", "predicted", "%.1f"),
		number("cpu_ratio_error_pct", "over base", "error %", "%+.1f"),
		number("qps", "QPS", "measured", "%.0f"),
		number("qps_predicted", "QPS", "predicted", "%.0f"),
		number("qps_ratio_error_pct", "over base", "error %", "%+.1f"),
		texttab.Column{Name: "fitted"})
	for _, run := range r.Runs {
		for i, l := range run.Lines {
			again := text && !validate.FirstOfPhase(run.Lines, i)
			cells := []any{shortRun(run.Run), l.Label, l.Script, l.Statement,
				cell(l.RowsRead.Measured), cell(l.RowsRead.Predicted), cell(l.RowsRead.ErrorPct),
				cell(l.CPU.Measured), cell(l.CPU.Predicted), cell(l.CPURatio.ErrorPct),
				cell(l.QPS.Measured), cell(l.QPS.Predicted), cell(l.QPSRatio.ErrorPct),
				fittedWord(l.Fitted)}
			t.Row(onlyStatement(cells, again)...)
		}
	}
	return t
}

// ofPhase are the columns of lines that concern a whole phase.
var ofPhase = []int{0, 1, 2, 7, 8, 9, 10, 11, 12, 13}

// onlyStatement empties what the line before has said of the phase already.
func onlyStatement(cells []any, again bool) []any {
	if again {
		for _, i := range ofPhase {
			cells[i] = nil
		}
	}
	return cells
}

// cell is a figure as a table takes it: nothing when it is missing.
func cell(v *float64) any {
	if v == nil {
		return nil
	}
	return *v
}

func fittedWord(fitted bool) string {
	if fitted {
		return "fitted"
	}
	return ""
}
