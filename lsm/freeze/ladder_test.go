package freeze_test

import (
	"strings"
	"testing"

	"github.com/readamp/readamp/lsm/freeze"
)

// TestRecordedPages compares pages filled in write phases of the ladder runs, none of which the
// model's bytes were fitted to freezes of. In these phases all eight tablets began in pages of
// their own: the first sample shows eight pages more than the server had before, so how much fills
// a page can be read off. Seconds of statements and of samples are not the same seconds, hence one
// second to either side; and the server's own tables may open a page or two meanwhile.
func TestRecordedPages(t *testing.T) {
	for _, test := range []struct{ run, randType, phases string }{
		{"ladder-special-2t", "special", "write1"},
		{"ladder-special-8t", "special", "write1 write2 write4 write5"},
		{"ladder-uniform-8t", "uniform", "write1"},
	} {
		for _, line := range readRun(t, test.run) {
			if line.Kind != "phase" || line.Script != "oltp_write_only" ||
				!strings.Contains(test.phases, line.Label) {
				continue
			}
			filled := filledPages(t, test.randType, line)
			first := line.Samples[0].ActiveSpan
			for _, sample := range line.Samples {
				got := (sample.ActiveSpan - first) / freeze.PageBytes
				at := sample.At - line.Start
				least, most := filled[line.statementsAt(at-1)], filled[line.statementsAt(at+1)]
				if got < least || got > most+2 {
					t.Errorf("%s %s, second %.1f: %d pages filled, want %d to %d", test.run,
						line.Label, at, got, least, most+2)
				}
			}
		}
	}
}

// filledPages is how many pages were filled after each number of statements of a phase.
func filledPages(t *testing.T, randType string, line recordedLine) []int64 {
	w := newWriter(t, randType)
	w.open()
	filled := []int64{0}
	for range line.writes() {
		w.next()
		filled = append(filled, w.arena.Figures().RetiredBytes/freeze.PageBytes)
	}
	return filled
}

// TestRecordedKeys compares the keys of the memtables at the end of those phases: what the bytes
// are counted from.
func TestRecordedKeys(t *testing.T) {
	for _, test := range []struct{ run, randType, state string }{
		{"ladder-special-2t", "special", "mem1"}, {"ladder-special-8t", "special", "mem1"},
		{"ladder-uniform-8t", "uniform", "mem1"},
	} {
		var write recordedLine
		for _, line := range readRun(t, test.run) {
			if line.Kind == "phase" && line.Label == "write1" {
				write = line
			}
			if line.Kind != "state" || line.Label != test.state {
				continue
			}
			w := newWriter(t, test.randType)
			w.open()
			for range write.writes() {
				w.next()
			}
			mainKeys, indexKeys := int64(0), int64(0)
			for _, table := range w.tables {
				mainKeys += int64(len(table.rows))
				indexKeys += table.indexKeys
			}
			main, index := int64(0), int64(0)
			for _, m := range line.Memtables {
				if strings.HasSuffix(m.Tablet, ".k") {
					index += m.Keys
				} else {
					main += m.Keys
				}
			}
			within(t, test.run+" main keys", mainKeys, main, 2)
			within(t, test.run+" index keys", indexKeys, index, 2)
		}
	}
}

func within(t *testing.T, what string, got, want, percent int64) {
	t.Helper()
	t.Logf("%s: model %d, server %d", what, got, want)
	if d := got - want; d*100 > want*percent || -d*100 > want*percent {
		t.Errorf("%s: %d, want %d within %d %%", what, got, want, percent)
	}
}
