package plots

import (
	"strings"
	"testing"
)

// sampleCPU makes rows of a run whose phases cross so many tables each: merging and fusing grow
// with the tables, the scan of blocks gives way to reading row by row.
func sampleCPU(run, script string, phases []string) []CPURow {
	var rows []CPURow
	for i, phase := range phases {
		tables, slow := depth(phase, i)
		rows = append(rows, CPURow{
			Run: run, Phase: phase, Script: script,
			MergingMicros: 1 + 22*tables, FusingMicros: 1.5 + 38*tables,
			MemtableMicros: 9 * tables, BlockDecodeMicros: 21 + 12*tables,
			BlockScanMicros: 46 * (1 - slow), ProbingMicros: 4 + tables,
			ClientMicros: 13, RuntimeMicros: 5 + 2*tables, OtherMicros: 6 + tables,
		})
	}
	return rows
}

// smallCPU is the figure of the golden: a write-heavy hour, a minor and the major freeze.
func smallCPU(t testing.TB) named {
	phases := []string{"base", "after-writes", "minor1", "recovered"}
	rows := append(sampleCPU("run 1", "oltp_read_only", phases),
		sampleCPU("run 1", "oltp_point_select", phases)...)
	for i := range rows[len(phases):] { // a get reads one row, not a hundred
		r := &rows[len(phases)+i]
		r.MergingMicros /= 40
		r.FusingMicros /= 40
		r.MemtableMicros /= 8
		r.BlockDecodeMicros /= 8
		r.BlockScanMicros = 0
		r.OtherMicros /= 3
	}
	f, err := CPUByPhase("CPU time by what it was spent on", rows)
	return named{"cpushare", must(t, f, err)}
}

// awkwardCPU are the cases where the drawing goes wrong.
func awkwardCPU(t testing.TB) []named {
	long := []string{strings.Repeat("first-", 20), "b", strings.Repeat("last-", 20)}
	tiny := CPURow{Phase: "tiny", MergingMicros: 1e-300, OtherMicros: 5e-324}
	huge := CPURow{Phase: "huge", MergingMicros: maxValue / 4, ProbingMicros: maxValue / 2,
		OtherMicros: 1}
	var list []named
	for _, c := range []struct {
		name, title string
		rows        []CPURow
	}{
		{"ladder", strings.Repeat("A title that goes on. ", 9),
			sampleCPU("seekdb 1.2, run 1", "oltp_read_only", ladderPhases())},
		{"long", "", sampleCPU(strings.Repeat("long ", 50), "", long)},
		{"zero", "", []CPURow{{Phase: "none"}, {}}},
		{"tiny", "", []CPURow{tiny, {Phase: "none"}}},
		{"huge", "", []CPURow{huge, tiny}},
		{"one class", "", []CPURow{{Phase: "a", OtherMicros: 1}}},
		{"runs", "", append(sampleCPU("1", "a", long), sampleCPU("2", "a", ladderPhases())...)},
		{"most", "", append(sampleCPU("1", "a", make([]string, maxPhases)),
			sampleCPU("2", "b", make([]string, maxPhases))...)},
	} {
		f, err := CPUByPhase(c.title, c.rows)
		list = append(list, named{"cpushare " + c.name, must(t, f, err)})
	}
	return list
}
