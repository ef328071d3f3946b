package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
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
