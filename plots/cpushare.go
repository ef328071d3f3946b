package plots

import (
	"fmt"
	"math"
	"strings"
)

// The figure of CPU time by what it was spent on: the claim is that what many versions cost,
// merging and fusing them, grows with the stack and is gone after a major merge.

// CPURow is one phase of one run under one sysbench script: CPU time per query, in microseconds, by
// the class of work that a profile found.
type CPURow struct {
	Run, Phase, Script string
	// What several versions of a row cost: choosing the next one among the sources, and making
	// one row of them.
	MergingMicros, FusingMicros float64
	// Sources: walking the memtable, reading and decoding blocks of SSTables, scanning decoded
	// blocks, and what gets probe before they read (bloom filters, caches).
	MemtableMicros, BlockDecodeMicros, BlockScanMicros, ProbingMicros float64
	// Not the engine: making statements and measuring them, garbage collection and scheduling,
	// and what is in no class.
	ClientMicros, RuntimeMicros, OtherMicros float64
}

// maxCPUBars bounds the figure: 400 bars make a page of two metres and a half.
const maxCPUBars = 400

// CPUByPhase shows what a query costs and what for: a level bar for each phase is as long as the
// CPU time per query, and its segments are the classes of work, each with its share where there is
// room. Merging and fusing stand at the axis, where their lengths are compared best; a remark under
// the title says the lowest and the highest share of the two. There is a panel for each run and
// script, in order of appearance; panels of the same script have the same axis.
//
// Errors: no rows, too many of them, a number that is NaN, infinite, negative or too large. They
// name the row, counted from 1.
func CPUByPhase(title string, rows []CPURow) (Figure, error) {
	l, err := cpuLadder(rows)
	if err != nil {
		return Figure{}, fmt.Errorf("plots: CPU by phase: %w", err)
	}
	p := newPaper(DefaultStyle(), pageWidth)
	p.heading(title, versionsRemark(rows))
	p.legend(cpuLegend(p.style, rows))
	cpuDrawing{rows, l}.panels(p)
	return Figure{Title: title, Header: cpuHeader(), Rows: cpuCells(rows), paper: p}, nil
}

// cpuLadder is [checkedLadder] of no more rows than a figure holds.
func cpuLadder(rows []CPURow) (ladder, error) {
	if len(rows) > maxCPUBars {
		return ladder{}, fmt.Errorf("%d rows; a figure holds %d", len(rows), maxCPUBars)
	}
	return checkedLadder(rows)
}

func (r CPURow) step() step { return step{r.Run, r.Script, r.Phase} }

// parts are the times in the order of cpuLooks.
func (r CPURow) parts() []float64 {
	return []float64{r.MergingMicros, r.FusingMicros, r.MemtableMicros, r.BlockDecodeMicros,
		r.BlockScanMicros, r.ProbingMicros, r.ClientMicros, r.RuntimeMicros, r.OtherMicros}
}

// total is the CPU time of a query, in microseconds.
func (r CPURow) total() float64 {
	sum := 0.0
	for _, micros := range r.parts() {
		sum += micros
	}
	return sum
}

func (r CPURow) check(i int) error {
	where := fmt.Sprintf("row %d (run %s, phase %s, %s)", i+1, r.Run, r.Phase, r.Script)
	var list []quantity
	for part, micros := range r.parts() {
		list = append(list, quantity{cpuHeader()[part+3], micros})
	}
	return checkNumbers(where, append(list, quantity{"CPU time in all", r.total()})...)
}

// cpuHeader names the columns: three names, then the classes in microseconds per query.
func cpuHeader() []string {
	return []string{"run", "phase", "script", "merging_us", "fusing_us", "memtable_us",
		"block_decode_us", "block_scan_us", "probing_us", "client_us", "runtime_us", "other_us"}
}

func cpuCells(rows []CPURow) [][]string {
	cells := make([][]string, len(rows))
	for i, r := range rows {
		cells[i] = []string{r.Run, r.Phase, r.Script}
		for _, micros := range r.parts() {
			cells[i] = append(cells[i], cell(micros))
		}
	}
	return cells
}

// versionsRemark says in words how far the share of merging and fusing goes. A phase without CPU
// time has no share.
func versionsRemark(rows []CPURow) string {
	var phases []string
	low, high := math.Inf(1), math.Inf(-1)
	lowest, highest := "", ""
	for _, r := range rows {
		if r.total() < minTop {
			continue
		}
		phases = append(phases, r.Phase)
		share := (r.MergingMicros + r.FusingMicros) / r.total()
		if share < low {
			low, lowest = share, r.Phase
		}
		if share > high {
			high, highest = share, r.Phase
		}
	}
	const subject = "Merging and fusing versions of rows took "
	switch {
	case len(phases) == 0:
		return ""
	case percent(low) == percent(high):
		return subject + percent(low) + " of the CPU time."
	}
	return subject + fmt.Sprintf("from %s (%s) to %s (%s) of the CPU time.", percent(low),
		strings.TrimSpace(lowest), percent(high), strings.TrimSpace(highest))
}

// percent writes a share; a small one is not written as none.
func percent(share float64) string {
	if share > 0 && share < 0.005 {
		return "< 1 %"
	}
	return fmt.Sprintf("%.0f %%", 100*share)
}
