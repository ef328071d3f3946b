package main

import (
	"fmt"
	"strings"

	"github.com/readamp/readamp/internal/texttab"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/model/advice"
)

// adviceReport is the JSON of the command.
type adviceReport struct {
	ServerVersion   string           `json:"server_version"`
	Plan            string           `json:"plan,omitempty"`
	StartedFrom     string           `json:"started_from,omitempty"`
	LimitRowsPerRow float64          `json:"limit_rows_per_row,omitempty"`
	Findings        []advice.Finding `json:"findings"`

	server *advice.Server
	plan   *workload.Plan
	memory *memory
}

// writeAdvice writes the report in the format.
func writeAdvice(e env, format string, r *adviceReport) error {
	switch format {
	case formatJSON:
		return writeJSON(e.stdout, r)
	case formatCSV:
		return writeTable(e, format, r.table())
	}
	return writeText(e, "%s", r.words())
}

const (
	// adviceIndent is the column at which sentences begin, adviceColumns where lines end.
	adviceIndent  = 9
	adviceColumns = 100
)

// words are the advice as people read it.
func (r *adviceReport) words() string {
	var b strings.Builder
	line := func(heading, text string) {
		for i, part := range wrapText(text, adviceColumns-adviceIndent) {
			if i > 0 {
				heading = ""
			}
			fmt.Fprintf(&b, "%-*s%s\n", adviceIndent, heading, part)
		}
	}
	for i, text := range r.first() {
		line([]string{"first", "then"}[min(i, 1)], text)
	}
	for i, sentence := range r.about() {
		line([]string{"about", ""}[min(i, 1)], sentence)
	}
	for _, f := range r.Findings {
		fmt.Fprintf(&b, "\n%d %-6s %s, %s\n", f.Rank, f.Level, f.Kind, f.Subject)
		line("", f.Text)
		line("numbers", figuresOf(f.Numbers))
		for i, s := range f.Statements {
			if i > 0 && s.In == f.Statements[i-1].In {
				fmt.Fprintf(&b, "%-*s%s\n", adviceIndent, "", s.SQL)
				continue
			}
			fmt.Fprintf(&b, "%-*s%s\n", adviceIndent, map[string]string{"sys": "in sys",
				"tenant": "tenant", "seekdb": "run"}[s.In], s.SQL)
		}
	}
	return b.String()
}

// first are the things to do, in a line each.
func (r *adviceReport) first() (list []string) {
	for _, f := range advice.Todo(r.Findings) {
		list = append(list, f.Do)
	}
	if len(list) == 0 && len(r.Findings) > 0 {
		return []string{"nothing must be done. " + r.Findings[0].Text}
	}
	return list
}

// about says what was looked at.
func (r *adviceReport) about() []string {
	if r.plan == nil {
		return []string{"rules and defaults of " + r.ServerVersion}
	}
	tables := tablesOf(r.plan) + "; " + loadsOf(r.plan)
	if r.StartedFrom != "" {
		tables += "; from " + r.StartedFrom
	}
	o := r.server.Options
	return []string{tables, fmt.Sprintf("rules and defaults of %s, minor_compact_trigger %d, "+
		"freeze_trigger_percentage %d, undo_retention %s, memstore limit %s (%s)",
		r.ServerVersion, o.MinorCompactTrigger, o.FreezeTriggerPercentage, spell(o.UndoRetention),
		inBytes(r.server.Limits.MemstoreLimitBytes), r.memory.limitFrom())}
}

// figuresOf puts numbers into words: the end of each name is its unit.
func figuresOf(list advice.Figures) string {
	var parts []string
	for _, f := range list {
		parts = append(parts, figureOf(f))
	}
	return strings.Join(parts, ", ")
}

func figureOf(f advice.Figure) string {
	words := func(suffix string) string {
		return strings.ReplaceAll(strings.TrimSuffix(f.Name, suffix), "_", " ")
	}
	switch {
	case strings.HasSuffix(f.Name, "_rows_per_row"):
		return fmt.Sprintf("%s %.2f rows per row", words("_rows_per_row"), f.Value)
	case f.Name == "rows_per_row":
		return fmt.Sprintf("rows per row %s", threeDigits(f.Value))
	case strings.HasSuffix(f.Name, "_bytes"):
		return words("_bytes") + " " + inBytes(int64(f.Value))
	case strings.HasSuffix(f.Name, "_pct"):
		return words("_pct") + " " + threeDigits(f.Value) + " %"
	case strings.HasSuffix(f.Name, "_s"):
		return words("_s") + " " + spellS(f.Value)
	case f.Value != float64(int64(f.Value)):
		return words("") + " " + threeDigits(f.Value)
	}
	return words("") + " " + short(f.Value)
}

// glued are units that stay in the line of their number.
var glued = strings.NewReplacer(" %", "\x00%", " bytes", "\x00bytes", " KB", "\x00KB", " MB",
	"\x00MB", " GB", "\x00GB", " TB", "\x00TB")

// wrapText cuts text into lines at blanks.
func wrapText(text string, width int) (lines []string) {
	defer func() {
		for i := range lines {
			lines[i] = strings.ReplaceAll(lines[i], "\x00", " ")
		}
	}()
	line := ""
	for _, word := range strings.Fields(glued.Replace(text)) {
		if line != "" && len(line)+1+len(word) > width {
			lines, line = append(lines, line), ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}

// table is the CSV: a row for each finding.
func (r *adviceReport) table() *texttab.Table {
	t := texttab.New(number("rank", "rank", "", "%.0f"), texttab.Column{Name: "level"},
		texttab.Column{Name: "kind"}, texttab.Column{Name: "subject"},
		texttab.Column{Name: "text"}, texttab.Column{Name: "numbers"},
		texttab.Column{Name: "statements"})
	for _, f := range r.Findings {
		var numbers, statements []string
		for _, n := range f.Numbers {
			numbers = append(numbers, fmt.Sprintf("%s=%.10g", n.Name, n.Value))
		}
		for _, s := range f.Statements {
			statements = append(statements, s.SQL)
		}
		t.Row(f.Rank, string(f.Level), string(f.Kind), f.Subject, f.Text,
			strings.Join(numbers, " "), strings.Join(statements, " "))
	}
	return t
}
