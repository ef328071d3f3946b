package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/readamp/readamp/internal/interrupt"
	"github.com/readamp/readamp/validate"
)

// names lists a folder; none if it isn't there.
func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// TestInterruptedCommands stops each command early, later and ever later, until it comes to its
// end: before, it says so, exits 3 and leaves nothing; then it has written all it had to.
func TestInterruptedCommands(t *testing.T) {
	const looksMax = 400 // far more than these small runs look at the context
	trace := filepath.Join("..", "..", "testdata", "traces", "random-10.jsonl")
	small := filepath.Join("testdata", "small")
	for _, c := range []struct {
		name  string
		args  []string // OUT stands for a path in a new folder
		files int
		step  int
	}{
		{"replay", []string{"replay", trace}, 0, 1},
		{"calibrate", []string{"calibrate", small, "-o", "OUT.json"}, 1, 15},
		{"compare", []string{"compare", small, "--figures", "OUT"}, 12, 15},
	} {
		t.Run(c.name, func(t *testing.T) {
			interrupts := 0
			for left := 0; left < looksMax; left += c.step {
				dir := t.TempDir()
				args := make([]string, len(c.args))
				for i, arg := range c.args {
					args[i] = strings.Replace(arg, "OUT", filepath.Join(dir, "out"), 1)
				}
				var out, errs bytes.Buffer
				ctx := interrupt.After(left)
				code := run(ctx, args, strings.NewReader(""), &out, &errs)
				written := append(names(t, dir), names(t, filepath.Join(dir, "out"))...)
				if code == exitYes {
					if len(written) < c.files || out.Len() == 0 {
						t.Errorf("ended, it wrote %q", written)
					}
					if interrupts == 0 {
						t.Error("never interrupted")
					}
					return
				}
				interrupts++
				said := strings.HasSuffix(errs.String(), "readamp: interrupted\n")
				if code != exitFailure || !said {
					t.Errorf("after %d looks: exit %d, stderr %q", left, code, errs.String())
				}
				if len(written) > 0 || out.Len() > 0 {
					t.Errorf("after %d looks: wrote %q and %q", left, written, out.String())
				}
			}
			t.Errorf("not at its end after %d looks", looksMax)
		})
	}
}

// TestCostFileIsWhole: what calibrate leaves can be read.
func TestCostFileIsWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cost.json")
	var out, errs bytes.Buffer
	args := []string{"calibrate", filepath.Join("testdata", "small"), "-o", path}
	if code := run(context.Background(), args, nil, &out, &errs); code != exitYes {
		t.Fatalf("exit %d: %s", code, errs.String())
	}
	c, err := validate.OpenCost(path)
	if err != nil || c.Readamp != testVersion || len(c.Runs) != 1 {
		t.Errorf("read %+v, %v", c, err)
	}
}

// TestInterruptedSimulation stops a simulation in the middle: what was reached is printed and
// drawn, it says so on both outputs, and the exit code is that of a failure.
func TestInterruptedSimulation(t *testing.T) {
	dir := t.TempDir()
	args := []string{"simulate", "--memory", "2G", "--time", "10m", "--rate", "1k/s",
		"--server-version", "4.4"}
	for _, c := range []struct {
		format, want string
	}{
		{"table", ", interrupted: "}, {"csv", "at_s,"}, {"json", `"length_s": 600,`},
	} {
		var out, errs bytes.Buffer
		figures := filepath.Join(dir, c.format)
		all := append(slices.Clone(args), "--format", c.format, "--figures", figures)
		code := run(interrupt.After(200), all, strings.NewReader(""), &out, &errs)
		said := strings.HasSuffix(errs.String(), "readamp: interrupted\n") &&
			strings.Contains(errs.String(), "interrupted: this is what was reached, 00:0") &&
			strings.Contains(errs.String(), " of 00:10:00\n")
		if code != exitFailure || !said || !strings.Contains(out.String(), c.want) {
			t.Errorf("%s: exit %d, stdout\n%.400s\nstderr\n%s", c.format, code, out.String(),
				errs.String())
		}
		if len(names(t, figures)) != 9 { // three figures in three formats
			t.Errorf("%s: figures %q", c.format, names(t, figures))
		}
	}
}

// TestInterruptedAtOnce: before the first sample there is nothing to tell but that.
func TestInterruptedAtOnce(t *testing.T) {
	for _, format := range []string{"table", "csv", "json"} {
		var out, errs bytes.Buffer
		dir := filepath.Join(t.TempDir(), "figures")
		code := run(interrupt.After(0), []string{"simulate", "--memory", "2G", "--time", "10m",
			"--format", format, "--figures", dir}, strings.NewReader(""), &out, &errs)
		if code != exitFailure || !strings.HasSuffix(errs.String(), "readamp: interrupted\n") {
			t.Errorf("%s: exit %d, stderr %s", format, code, errs.String())
		}
		if len(names(t, dir)) > 0 {
			t.Errorf("%s: figures %q", format, names(t, dir))
		}
	}
}

// TestInterruptedPrediction: half of a comparison is none.
func TestInterruptedPrediction(t *testing.T) {
	var out, errs bytes.Buffer
	natural := filepath.Join("..", "..", "testdata", "runs", "natural-uniform-t1")
	code := run(interrupt.After(100), []string{"simulate", "--against", natural},
		strings.NewReader(""), &out, &errs)
	if code != exitFailure || errs.String() != "readamp: interrupted\n" || out.Len() > 0 {
		t.Errorf("exit %d, stdout %q, stderr %q", code, out.String(), errs.String())
	}
}
