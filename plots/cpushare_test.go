package plots

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
)

// The small figure is as in testdata.
func TestCPUGolden(t *testing.T) {
	c := smallCPU(t)
	for ext, drawn := range map[string][]byte{
		".svg": svgOf(t, c.figure), ".csv": csvOf(t, c.figure),
	} {
		path := filepath.Join("testdata", c.name+ext)
		if *update {
			writeGolden(t, path, drawn)
		} else if !alike(drawn, readGolden(t, path)) {
			t.Errorf("%s differs from what is drawn; look at it, then go test -update", path)
		}
	}
}

// The same rows give the same bytes in all three forms.
func TestCPUDeterminism(t *testing.T) {
	first, second := smallCPU(t).figure, smallCPU(t).figure
	for name, of := range map[string]func(testing.TB, Figure) []byte{
		"SVG": svgOf, "PNG": pngOf, "CSV": csvOf,
	} {
		drawn := string(of(t, first))
		if drawn != string(of(t, first)) || drawn != string(of(t, second)) {
			t.Errorf("%s differs when drawn or made again", name)
		}
	}
}

func TestCPUTable(t *testing.T) {
	rows := sampleCPU("a,b", "oltp \"x\"", ladderPhases())
	rows[0].FusingMicros = 1.0 / 3
	f, err := CPUByPhase("t", rows)
	checkTable(t, must(t, f, err), rows, map[string]string{"Run": "run", "Phase": "phase",
		"Script": "script", "MergingMicros": "merging_us", "FusingMicros": "fusing_us",
		"MemtableMicros": "memtable_us", "BlockDecodeMicros": "block_decode_us",
		"BlockScanMicros": "block_scan_us", "ProbingMicros": "probing_us",
		"ClientMicros": "client_us", "RuntimeMicros": "runtime_us", "OtherMicros": "other_us"})
}

func TestCPURefusals(t *testing.T) {
	good := CPURow{"r", "the place", "s", 1, 2, 3, 4, 5, 6, 7, 8, 9}
	checkRefusals(t, good, func(bad CPURow) error {
		_, err := CPUByPhase("t", []CPURow{good, bad})
		return err
	})
	half := CPURow{MergingMicros: maxValue * 0.75, OtherMicros: maxValue * 0.75}
	for _, c := range []struct {
		rows []CPURow
		want string
	}{
		{nil, "plots: CPU by phase: no rows"},
		{[]CPURow{half}, "CPU time in all is"},
		{make([]CPURow, maxPhases+1), "has 201 phases; a figure holds 200"},
		{make([]CPURow, maxCPUBars+1), "401 rows; a figure holds 400"},
	} {
		_, err := CPUByPhase("t", c.rows)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want one with %q", err, c.want)
		}
	}
}

func TestVersionsRemark(t *testing.T) {
	row := func(phase string, versions, other float64) CPURow {
		return CPURow{Phase: phase, MergingMicros: versions / 4, FusingMicros: versions * 3 / 4,
			OtherMicros: other}
	}
	const subject = "Merging and fusing versions of rows took "
	for _, c := range []struct {
		want string
		rows []CPURow
	}{
		{"", []CPURow{{}}},
		{subject + "25 % of the CPU time.", []CPURow{row("a", 1, 3), {}, row("b", 2, 6)}},
		{subject + "from < 1 % (b) to 80 % (a) of the CPU time.",
			[]CPURow{row("a", 8, 2), row("b", 1, 999), row("c", 5, 5)}},
		{subject + "from 0 % (b) to 100 % (c) of the CPU time.",
			[]CPURow{row("a", 1, 1), row("b", 0, 1), row("c", 1, 0), row("d", 1, 0)}},
	} {
		if got := versionsRemark(c.rows); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// Segments follow each other in the order of the classes, as long as they are in microseconds, and
// end where the bar does.
func TestCPUSegments(t *testing.T) {
	r := CPURow{MergingMicros: 1, FusingMicros: 2, MemtableMicros: 3, BlockDecodeMicros: 4,
		BlockScanMicros: 5, ProbingMicros: 6, ClientMicros: 7, RuntimeMicros: 8, OtherMicros: 9}
	p := newPaper(DefaultStyle(), pageWidth)
	x := span{0, 45, 100, 550}
	cpuDrawing{}.bar(p, r, box(100, -50, 550, -30), x)
	left := vg.Length(100)
	var widths []float64
	for _, path := range paths(p) {
		if len(path) > 2 && path[0].Pos.X == left { // the fill of the next segment
			right := path[1].Pos.X
			widths = append(widths, math.Round(float64(right-left)*1e6)/1e6)
			left = right
		}
	}
	want := []float64{10, 20, 30, 40, 50, 60, 70, 80, 90}
	if len(widths) != len(want) || math.Abs(float64(left)-550) > 1e-6 {
		t.Fatalf("segments of %v points, ending at %v", widths, left)
	}
	for i := range want {
		if widths[i] != want[i] {
			t.Errorf("segment %d is %v points wide, want %v", i+1, widths[i], want[i])
		}
	}
}
