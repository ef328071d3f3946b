package validate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// steadyRun has reference loads around phases on a machine whose speed drifts and whose reference
// loads scatter, both as relative standard deviations from one to the next. It returns the true
// speeds in queries per second by entry.
func steadyRun(t *testing.T, drift, scatter float64) (lines []string, truth []float64) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	speed, at := 1000.0, 0.0
	for range 60 {
		speed *= math.Exp(drift * r.NormFloat64())
		shown := speed * math.Exp(scatter*r.NormFloat64())
		lines = append(lines, fmt.Sprintf(`{"kind":"ref","start":%g,"end":%g,"queries":%d,`+
			`"qps":%g,"server_cpu_s":3}`, at, at+3, int64(3*shown), shown))
		truth = append(truth, speed)
		lines = append(lines, fmt.Sprintf(`{"kind":"phase","label":"base","warm":false,`+
			`"script":"oltp_point_select","start":%g,"end":%g,"seconds":8,"events":8,`+
			`"queries":{"read":8,"write":0,"other":0,"total":8},"qps":1,"server_cpu_s":1}`,
			at+4, at+12))
		truth = append(truth, speed)
		at += 13
	}
	return lines, truth
}

// TestSmoothing: on a steady machine more than the nearest two reference loads are used, on one
// that drifts they are not; either way the speed is told better than, or as well as, by the two.
func TestSmoothing(t *testing.T) {
	for _, c := range []struct {
		drift, scatter, least, most float64 // width
		better                      float64 // error over that of the nearest two
	}{{0.005, 0.10, 40, 160, 0.3}, {0.10, 0.005, 5, 10, 1.1}} {
		lines, truth := steadyRun(t, c.drift, c.scatter)
		run := handRun(t, lines...)
		s := newSmoothing(run)
		if s.width < c.least || s.width > c.most {
			t.Errorf("drift %v, scatter %v: width %v s", c.drift, c.scatter, s.width)
		}
		before, after := refNeighbours(run)
		var smooth, nearest float64
		for i, e := range run.Entries[1:] {
			if e.Phase == nil {
				continue
			}
			want := truth[i]
			smooth += math.Pow(math.Log(s.beside(e.Phase).qps/want), 2)
			nearest += math.Pow(math.Log(meanSpeed(before[i+1], after[i+1]).qps/want), 2)
		}
		got := math.Sqrt(smooth / nearest)
		t.Logf("drift %v, scatter %v: width %v s, %.2f of the error", c.drift, c.scatter,
			s.width, got)
		if got > c.better {
			t.Errorf("drift %v, scatter %v: %.2f of the nearest two's error", c.drift, c.scatter,
				got)
		}
	}
}

// TestSmoothingOfFew: with few reference loads nothing is smoothed.
func TestSmoothingOfFew(t *testing.T) {
	run := handRun(t, handRef(1000, 8), handRead("base", "oltp_read_only"), handRef(2000, 15))
	s := newSmoothing(run)
	if s.width != 0 || s.beside(run.Entries[2].Phase).known() {
		t.Errorf("width %v", s.width)
	}
}
