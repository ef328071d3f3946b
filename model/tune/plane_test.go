package tune_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/readamp/readamp/model/tune"
)

// TestPlane: each cell has the best setting of the third axis, and says why there is none.
func TestPlane(t *testing.T) {
	sweep, err := tune.ParseSweep([]string{"table-mode=normal,super", "minor-compact-trigger=1,2",
		"undo-retention=0,60"})
	if err != nil {
		t.Fatal(err)
	}
	var results []tune.Result
	for n := range sweep.Count() {
		o := outcomeOf(float64(1+n), 10)
		switch n {
		case 0, 6, 7: // super, 2
			o.ThrottledSeconds = 1
		case 2, 3: // normal, 2
			o.PeakDiskBytes = 1e6
		}
		results = append(results, tune.Result{Number: n, Outcomes: []tune.Outcome{o}})
	}
	now := tune.InForceResult{Setting: sweep.Setting(5), Number: 5, Result: results[5]}
	rules := tune.Rules{Objective: tune.ObjectiveMean,
		Constraints: tune.Constraints{MaxDiskBytes: 5000}}
	ranking := tune.Rank(sweep, rules, results, now)
	plane := ranking.Plane(sweep, 1, 0)
	var got []string
	for _, c := range plane.Cells {
		got = append(got, fmt.Sprint(c.X, " ", c.Y, " ", c.Setting.Number, " ", c.Throttled, " ",
			c.Refused))
	}
	want := "1 normal 1 false false; 2 normal 2 false true; 1 super 5 false false; " +
		"2 super 6 true false"
	if text := strings.Join(got, "; "); text != want {
		t.Errorf("got %s\nwant %s", text, want)
	}
	if plane.X != "minor_compact_trigger" || plane.Y != "table_mode" ||
		plane.Best != &plane.Cells[0] || plane.InForce != &plane.Cells[2] {
		t.Errorf("%+v", plane)
	}
	now.Setting, now.Number = sweep.Setting(0), 0
	now.Result = results[0]
	ranking = tune.Rank(sweep, rules, results, now)
	plane = ranking.Plane(sweep, 1, 0)
	if plane.InForce != nil || plane.Cells[0].Setting.Number != 1 {
		t.Errorf("in force where the best is: %+v", plane)
	}
	now.Number = -1
	now.Setting = tune.Setting{now.Setting[0], {Name: "minor_compact_trigger", Value: "9"},
		now.Setting[2]}
	ranking = tune.Rank(sweep, rules, results[6:], now)
	plane = ranking.Plane(sweep, 1, 0)
	if len(plane.Cells) != 1 || plane.Best != nil || plane.InForce != nil {
		t.Errorf("of a part: %+v", plane)
	}
}
