package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/readamp/readamp/validate/record"
)

// ran runs the program, wants it to end well, and returns its output.
func ran(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	code := run(context.Background(), args, strings.NewReader(""), &out, &errs)
	if code != exitYes {
		t.Fatalf("%q: exit %d: %s", args, code, errs.String())
	}
	return out.String()
}

// smallRuns are the small run and a blanked copy of it, and costs to judge both with.
func smallRuns(t *testing.T) (recorded, blanked, cost string) {
	t.Helper()
	dir := t.TempDir()
	recorded, blanked = filepath.Join("testdata", "small"), filepath.Join(dir, "small")
	cost = filepath.Join(dir, "cost.json")
	ran(t, "calibrate", recorded, "-o", cost)
	text, err := os.ReadFile(filepath.Join(recorded, "phases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := record.Blank(bytes.NewReader(text), &out); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(blanked, 0o700); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(blanked, "phases.jsonl")
	if err := os.WriteFile(path, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return recorded, blanked, cost
}

// TestCompareJSON holds the form that programs rely on, and recomputes every error.
func TestCompareJSON(t *testing.T) {
	recorded, _, cost := smallRuns(t)
	var report struct {
		Readamp string
		Runs    []struct {
			Run     string
			Phases  []map[string]json.RawMessage
			Summary map[string]*float64
		}
		Summary map[string]*float64
	}
	text := ran(t, "compare", recorded, "--cost", cost, "--format", "json")
	if err := json.Unmarshal([]byte(text), &report); err != nil {
		t.Fatal(err)
	}
	if report.Readamp != testVersion || len(report.Runs) != 1 || report.Runs[0].Run != recorded {
		t.Fatalf("readamp %q, %d runs", report.Readamp, len(report.Runs))
	}
	run := report.Runs[0]
	if len(run.Phases) != 8*6 { // states, statements of both scripts
		t.Errorf("%d phases", len(run.Phases))
	}
	figures := []string{"rows_read", "memstore", "ssstore", "bs_rows", "fuse_hit",
		"cpu_us_per_query", "qps", "cpu_ratio", "qps_ratio"}
	for _, phase := range run.Phases {
		for _, key := range []string{"label", "script", "statement", "state", "fitted"} {
			if phase[key] == nil {
				t.Errorf("no %s in %v", key, slices.Sorted(maps.Keys(phase)))
			}
		}
		for _, key := range figures {
			checkQuantity(t, string(phase["label"])+" "+key, phase[key])
		}
	}
	summary := []string{"rows_median_ape", "rows_p95_ape", "rows_abs_p95", "cpu_ratio_median_ape",
		"cpu_ratio_p90_ape", "qps_ratio_median_ape", "qps_ratio_p90_ape", "noise_pct",
		"dummy_base_median_ape", "dummy_previous_median_ape"}
	for _, key := range summary {
		one, all := run.Summary[key], report.Summary[key]
		if one == nil || all == nil || *one != *all {
			t.Errorf("summary of the only run, %s: %v and of all runs: %v", key, one, all)
		}
	}
}

// checkQuantity recomputes an error: in percent of what was measured, absolute where that is 0.
func checkQuantity(t *testing.T, name string, text json.RawMessage) {
	t.Helper()
	var q map[string]*float64
	if err := json.Unmarshal(text, &q); err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	measured, predicted := q["measured"], q["predicted"]
	switch {
	case predicted == nil:
		t.Errorf("%s: nothing predicted", name)
	case measured == nil:
		if q["error_pct"] != nil || q["error_abs"] != nil {
			t.Errorf("%s: an error of nothing measured", name)
		}
	case *measured == 0:
		if q["error_pct"] != nil || q["error_abs"] == nil || *q["error_abs"] != *predicted {
			t.Errorf("%s: measured 0, predicted %v: %s", name, *predicted, text)
		}
	default:
		want := 100 * (*predicted - *measured) / *measured
		if e := q["error_pct"]; e == nil || math.Abs(*e-want) > 1e-9 || q["error_abs"] != nil {
			t.Errorf("%s: want an error of %v %%: %s", name, want, text)
		}
	}
}

// TestCompareBlanked: without its answers a run has the same predictions, byte for byte.
func TestCompareBlanked(t *testing.T) {
	recorded, blanked, cost := smallRuns(t)
	got := predictedColumns(t, ran(t, "compare", blanked, "--cost", cost, "--format", "csv"), 0)
	want := predictedColumns(t, ran(t, "compare", recorded, "--cost", cost, "--format", "csv"), 96)
	if got != want {
		t.Errorf("blanked\n%s\nrecorded\n%s", got, want)
	}
}

// predictedColumns drops from a CSV the columns that depend on what was measured; so many of the
// dropped cells must be filled at least, and none if it is 0.
func predictedColumns(t *testing.T, text string, filledMin int) string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(rows) != 1+48 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	dropped := []string{"rows_read", "cpu_us", "qps"}
	filled := 0
	var b strings.Builder
	for i, row := range rows {
		for j, cell := range row {
			name := rows[0][j]
			if slices.Contains(dropped, name) || strings.HasSuffix(name, "_error_pct") {
				if i > 0 && cell != "" {
					filled++
				}
				continue
			}
			b.WriteString(cell + ",")
		}
		b.WriteString("\n")
	}
	if filled < filledMin || filledMin == 0 && filled > 0 {
		t.Errorf("%d cells say what was measured", filled)
	}
	return b.String()
}

// TestReplayBlanked: a blanked trace has nothing to compare, which is no difference.
func TestReplayBlanked(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "traces", "deletes.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := record.Blank(bytes.NewReader(text), &out); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "blanked.jsonl")
	if err := os.WriteFile(path, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	want := "trace,probes,exact,cold,cold_predicted,differing\ndeletes,0,0,0,0,0\n"
	if got := ran(t, "replay", "--format", "csv", path); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
