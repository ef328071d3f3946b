package advice_test

import (
	"math"
	"testing"
	"time"

	"github.com/readamp/readamp/model/advice"
)

// TestDueForecast: uniform updates of one table without an index, by hand. Until the first freeze
// there is one memtable: with e events 1 + (1 - exp(-e/n)) rows per row. A major costs its base and
// the versions.
func TestDueForecast(t *testing.T) {
	s := advised(t, "4.3.5", "major_freeze_duty_time=disable")
	of := situation(t, s, "100/s", 3*time.Hour, "oltp_update_non_index", "--tables=1",
		"--table-size=1000000", "--rand-type=uniform", "--create-secondary=off",
		"--range-size=1000")
	of.Limit = 1.25
	for _, f := range of.Findings() {
		if f.Kind != advice.KindMajor {
			continue
		}
		// The 95th percentile of 1000 keys lies 1.645 standard deviations above the mean.
		mean := f.Numbers.Get("mean_rows_per_row")
		p := mean - 1
		if want := mean + 1.645*math.Sqrt(p*(1-p)/1000); math.Abs(want-1.25) > 0.003 {
			t.Errorf("mean %.4f: the percentile is %.4f", mean, want)
		}
		events := -math.Log(1-p) * 1e6
		if due := f.Numbers.Get("due_after_s"); math.Abs(due-events/100) > 0.02*due {
			t.Errorf("due after %.0f s, want %.0f", due, events/100)
		}
		if rows := f.Numbers.Get("merge_rows"); rows < 1e6+events || rows > 1e6+1.3*events {
			t.Errorf("%.0f rows read, %.0f events", rows, events)
		}
		return
	}
	t.Error("no finding on majors")
}

// TestAssumed: the same writes hurt more under special (field case 1).
func TestAssumed(t *testing.T) {
	s := advised(t, "4.0", "major_freeze_duty_time=disable")
	args := []string{"--tables=30", "--table-size=1000000", "--skip-trx=on"}
	of := situation(t, s, "12k/s", 2*time.Hour, "oltp_write_only",
		append(args, "--rand-type=special")...)
	_, other := onePlan(t, "12k/s", 2*time.Hour, "oltp_write_only",
		append(args, "--rand-type=uniform")...)
	of.Assumed = &advice.Assumption{Taken: "special", Otherwise: "uniform", Tables: other}
	for _, f := range of.Findings() {
		if f.Kind == advice.KindAssumed {
			special := f.Numbers.Get("most_p95_rows_per_row")
			uniform := f.Numbers.Get("otherwise_most_p95_rows_per_row")
			if !(special > 2*uniform) {
				t.Errorf("special %.2f, uniform %.2f", special, uniform)
			}
			return
		}
	}
	t.Error("no finding on what was assumed")
}
