package freeze_test

import (
	"math"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/freeze"
)

// recordedFreeze is one freeze of a run beside what the model says.
type recordedFreeze struct {
	retiredPages   int64   // of the server, at the freeze
	predictedPages int64   // of the model, at the same statement
	lateSeconds    float64 // by how much the model's freeze would come later
	rowPages       float64 // bytes of rows since the freeze before, in pages
	known          bool    // whether the server's pages are known
}

// followRun writes what a natural run wrote and freezes when the server did. Between two freezes it
// notes when the memory was enough for the next.
func followRun(t *testing.T, run, randType string, openPages int) []recordedFreeze {
	rules, err := lsm.RulesFor("seekdb", "amd64")
	if err != nil {
		t.Fatal(err)
	}
	o := lsm.DefaultOptions()
	o.FreezeTriggerPercentage = 2
	w := newWriter(t, randType)
	w.arena.Warm(openPages)
	w.open()
	f := follower{w: w, rules: rules}
	for _, line := range readRun(t, run) {
		switch {
		case line.Kind == "state":
			f.limits = freeze.Resolve(o, rules, freeze.Unit{MemoryBytes: 6 << 30, CPUs: 2},
				freeze.Hold{}, freeze.Server{MemstoreLimitBytes: line.Memstore.Limit,
					FreezeTriggerBytes: line.Memstore.FreezeTrigger})
		case line.Kind == "phase" && line.Script == "oltp_write_only":
			f.phase(line)
		}
	}
	return f.freezes
}

type follower struct {
	w       *writer
	rules   lsm.Rules
	limits  freeze.Limits
	freezes []recordedFreeze
	count   int     // freezes of the server
	clock   float64 // seconds of the write phases before this one
	enough  float64 // when the model's memory was enough for a freeze; 0 if it was not yet
	rows    int64   // bytes of rows up to the last freeze
}

// sampleLag is how long before the sample that shows it a freeze was, on average: half the time
// between two samples.
const sampleLag = 0.5

func (f *follower) phase(line recordedLine) {
	done := 0
	runTo := func(statements int) {
		for ; done < statements; done++ {
			f.w.next()
			if f.enough == 0 && freeze.ShouldFreeze(f.rules, f.limits, f.w.arena.Figures()) {
				f.enough = f.clock + line.secondsAt(done)
			}
		}
	}
	for i, sample := range line.Samples {
		at := sample.At - line.Start
		if sample.FreezeCnt != f.count {
			runTo(line.statementsAt(at - sampleLag))
			f.froze(f.clock+at-sampleLag, line.Samples[i-1], sample)
			f.count = sample.FreezeCnt
		}
		runTo(line.statementsAt(at))
		if sample.Used == sample.ActiveSpan {
			f.w.release()
		}
	}
	runTo(line.writes())
	f.clock += line.Seconds
}

// froze notes a freeze. The pages that the server had retired are those in use after it that are
// not active, if none had been given back.
func (f *follower) froze(now float64, before, after recordedSample) {
	figures := f.w.arena.Figures()
	r := recordedFreeze{
		retiredPages:   (after.Used - after.ActiveSpan) / freeze.PageBytes,
		predictedPages: figures.RetiredBytes / freeze.PageBytes,
		rowPages:       float64(f.w.rowBytes-f.rows) / freeze.PageRowBytes,
	}
	r.known = after.Used >= before.Used && after.ActiveSpan < before.ActiveSpan
	if f.enough == 0 { // not yet: the rest at the rate of a page a second that both runs have
		f.enough = now + float64(f.limits.TriggerBytes-figures.RetiredBytes)/freeze.PageBytes
	}
	const meanWait = 1 // of the look at the memstore every two seconds
	r.lateSeconds = f.enough + meanWait - now
	f.freezes = append(f.freezes, r)
	f.enough, f.rows = 0, f.w.rowBytes
	f.w.freeze()
}

// TestRecordedFreezes compares the freezes of the two natural runs, the first of which
// InnerPerMille was fitted on, the second not.
//
// How full the open pages are at a moment cannot be seen in a run, so single freezes are held to a
// tick of the server's look (2 s) and one second of sampling, and their mean to half a second,
// that is 2 % of the 25 seconds between two freezes. The first freeze of a run is left out where
// the run began with pages that others had filled.
func TestRecordedFreezes(t *testing.T) {
	for _, test := range []struct {
		run, randType string
		openPages     int // ACTIVE_SPAN before the first write
		unknown       int // freezes left out
		count         int
	}{
		{"natural-special-t2", "special", 16, 1, 8},
		{"natural-uniform-t1", "uniform", 3, 0, 7},
	} {
		freezes := followRun(t, test.run, test.randType, test.openPages)
		if len(freezes) != test.count {
			t.Errorf("%s: %d freezes, want %d", test.run, len(freezes), test.count)
		}
		late, predicted, retired := 0.0, 0.0, 0.0
		for i, f := range freezes {
			t.Logf("%s freeze %d: server %d pages (%v), model %d, rows %.1f, model %+.1f s later",
				test.run, i+1, f.retiredPages, f.known, f.predictedPages, f.rowPages,
				f.lateSeconds)
			if i < test.unknown {
				continue
			}
			late += f.lateSeconds
			if f.known {
				predicted += float64(f.predictedPages)
				retired += float64(f.retiredPages)
			}
			if math.Abs(f.lateSeconds) > 3 {
				t.Errorf("%s: freeze %d is %+.1f s late", test.run, i+1, f.lateSeconds)
			}
		}
		mean := late / float64(len(freezes)-test.unknown)
		share := 100 * (predicted/retired - 1)
		t.Logf("%s: mean %+.2f s, retired pages %+.1f %%", test.run, mean, share)
		if math.Abs(mean) > 0.5 {
			t.Errorf("%s: freezes come %+.2f s late on average", test.run, mean)
		}
		if math.Abs(share) > 3 {
			t.Errorf("%s: retired pages at a freeze are off by %+.1f %%", test.run, share)
		}
	}
}
