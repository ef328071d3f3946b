package main

import (
	"fmt"
	"math"

	"github.com/readamp/readamp/validate/protocol"
)

// Labels of the states that others are compared with (package protocol).
const (
	baseLabel      = "base"
	recoveredLabel = "recovered"
)

// readingScript is the script whose figures the sentences tell: most of what it reads are ranges.
const readingScript = "oltp_read_only"

// inState are the means of a script's phases in one state.
type inState struct {
	n                                   int
	rowsPerRow, rowsPerGet, micros, qps float64
	cpuRatio, cpuRatioLow, cpuRatioHigh float64
	qpsRatio, qpsRatioLow, qpsRatioHigh float64
	label                               string
}

// state finds the means of a state.
func (r *runReport) state(label, script string) inState {
	s := inState{label: label, cpuRatioLow: math.Inf(1), qpsRatioLow: math.Inf(1)}
	for _, p := range r.Phases {
		if p.Warm || p.Label != label || p.Script != script {
			continue
		}
		s.n++
		s.rowsPerRow += p.RowsPerRow
		s.rowsPerGet += p.RowsPerGet
		s.micros += p.CPUMicros
		s.qps += p.QPS
		s.cpuRatio += p.CPURatio
		s.qpsRatio += p.QPSRatio
		s.cpuRatioLow = min(s.cpuRatioLow, p.CPURatio)
		s.cpuRatioHigh = max(s.cpuRatioHigh, p.CPURatio)
		s.qpsRatioLow = min(s.qpsRatioLow, p.QPSRatio)
		s.qpsRatioHigh = max(s.qpsRatioHigh, p.QPSRatio)
	}
	for _, sum := range []*float64{&s.rowsPerRow, &s.rowsPerGet, &s.micros, &s.qps, &s.cpuRatio,
		&s.qpsRatio} {
		*sum /= float64(max(s.n, 1))
	}
	return s
}

// worst is the state in which ranges read most rows.
func (r *runReport) worst() (inState, bool) {
	var worst protocol.PhaseSummary
	for _, p := range r.Phases {
		if !p.Warm && p.Script == readingScript && p.Label != baseLabel &&
			p.Label != recoveredLabel && p.RowsPerRow > worst.RowsPerRow {
			worst = p
		}
	}
	return r.state(worst.Label, readingScript), worst.Label != ""
}

// words say in a few sentences what the run showed.
func (r *runReport) words() (list []string) {
	base := r.state(baseLabel, readingScript)
	if base.n == 0 {
		return nil
	}
	if worst, ok := r.worst(); ok {
		list = append(list, r.dirtyWords(base, worst)...)
	}
	if after := r.state(recoveredLabel, readingScript); after.n > 0 {
		list = append(list, fmt.Sprintf("After the major freeze a range reads %.2f rows for each "+
			"row and a query costs %.1f µs: over the reference load %+.1f %% of base.",
			after.rowsPerRow, after.micros, percentOver(after.cpuRatio)))
	}
	if base.n > 1 {
		list = append(list, fmt.Sprintf("Noise: the %d measurements of base differ by %.1f %% in "+
			"CPU per query and %.1f %% in QPS.", base.n,
			100*(base.cpuRatioHigh-base.cpuRatioLow), 100*(base.qpsRatioHigh-base.qpsRatioLow)))
	}
	return append(list, "Clients and engine share this process: CPU per query is that of both.")
}

// dirtyWords tell the state in which most is read.
func (r *runReport) dirtyWords(base, worst inState) []string {
	what := fmt.Sprintf("After %s write events", grouped(r.WriteEvents))
	if r.Protocol == protocol.Ladder {
		what = "At its worst (" + worst.label + ")"
	}
	list := []string{
		fmt.Sprintf("%s a range statement reads %.2f rows for each row it returns, %.2f in base; "+
			"a get reads %.2f rows, %.2f in base.", what, worst.rowsPerRow, base.rowsPerRow,
			worst.rowsPerGet, base.rowsPerGet),
		fmt.Sprintf("CPU per query of %s went from %.1f to %.1f µs, QPS from %.0f to %.0f: over "+
			"the reference load %+.0f %% and %+.0f %%.", readingScript, base.micros, worst.micros,
			base.qps, worst.qps, percentOver(worst.cpuRatio), percentOver(worst.qpsRatio))}
	if r.MemoryFreezes > 0 {
		list = append(list, fmt.Sprintf("Memory filled up and was frozen %s on the way.",
			counted(int(r.MemoryFreezes), "time")))
	}
	return list
}

// percentOver is how far a ratio is from 1, in percent.
func percentOver(ratio float64) float64 { return 100 * (ratio - 1) }

// grouped writes a count with commas.
func grouped(n int64) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
