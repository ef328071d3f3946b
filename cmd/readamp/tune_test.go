package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/readamp/readamp/internal/interrupt"
	"github.com/readamp/readamp/model/tune"
)

// smallSweep are the arguments of a sweep of 24 settings that takes some ten milliseconds.
func smallSweep(more ...string) []string {
	return append([]string{"tune", "--memory", "4G", "--time", "20m", "--tables", "2",
		"--table-size", "20000", "--server-version", "4.4", "--sweep", "minor-compact-trigger=0:5",
		"--sweep", "freeze-trigger-percentage=10:40:10"}, more...)
}

// ranTune runs the program.
func ranTune(t *testing.T, ctx context.Context, args []string) (stdout, stderr string, code int) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(ctx, args, strings.NewReader(""), &out, &errs)
	return out.String(), errs.String(), code
}

// shardFiles writes the files of all shards of a sweep.
func shardFiles(t *testing.T, of int) []string {
	t.Helper()
	dir := t.TempDir()
	var files []string
	for part := range of {
		file := filepath.Join(dir, fmt.Sprint("part", part))
		_, errs, code := ranTune(t, context.Background(), smallSweep("--shard",
			fmt.Sprintf("%d/%d", part, of), "--out", file))
		if code != exitYes {
			t.Fatal(errs)
		}
		files = append(files, file)
	}
	return files
}

// TestMergeInAnyOrder: however a sweep is cut, and in whatever order its parts come, they make the
// bytes of the whole.
func TestMergeInAnyOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, of := range []int{1, 2, 5, 30} { // of 30 shards six are empty
		files := shardFiles(t, of)
		for _, format := range []string{formatTable, formatCSV, formatJSON} {
			want, _, code := ranTune(t, context.Background(), smallSweep("--format", format))
			if code != exitYes {
				t.Fatalf("exit %d", code)
			}
			random.Shuffle(of, func(i, j int) { files[i], files[j] = files[j], files[i] })
			args := append([]string{"tune", "--merge", "--format", format}, files...)
			got, errs, code := ranTune(t, context.Background(), args)
			if code != exitYes || got != want {
				t.Errorf("%d shards, %s: exit %d, %s\ngot\n%.400s\nwant\n%.400s", of, format, code,
					errs, got, want)
			}
		}
	}
}

// TestInterruptedTune: what was reached is ranked and marked, and the exit code is that of a
// failure. A file is written whole or not at all.
func TestInterruptedTune(t *testing.T) {
	for _, format := range []string{formatTable, formatCSV, formatJSON} {
		file := filepath.Join(t.TempDir(), "out")
		out, errs, code := ranTune(t, interrupt.After(3), smallSweep("--format", format, "--out",
			file))
		want := map[string]string{formatTable: "interrupted: 16 of 24 settings", formatCSV: "rank,",
			formatJSON: `"incomplete": true`}[format]
		if code != exitFailure || !strings.Contains(out, want) || !strings.HasSuffix(errs,
			"interrupted: this is what was reached, 16 of 24 settings\nreadamp: interrupted\n") {
			t.Errorf("%s: exit %d, stderr %s, stdout\n%.600s", format, code, errs, out)
		}
		if _, err := os.Stat(file); !os.IsNotExist(err) {
			t.Errorf("%s: a file of a part: %v", format, err)
		}
	}
	out, errs, code := ranTune(t, interrupt.After(0), smallSweep())
	if code != exitFailure || out != "" || errs != "readamp: interrupted\n" {
		t.Errorf("at once: exit %d, %q, %q", code, out, errs)
	}
	out, errs, code = ranTune(t, interrupt.After(200), smallSweep("--exact", "--finalists", "5"))
	if code != exitFailure || !strings.Contains(out, "24 settings, 24 of them keep") ||
		!strings.HasSuffix(errs, "readamp: interrupted\n") {
		t.Errorf("in a simulation: exit %d, %q, %q", code, out, errs)
	}
}

// TestDamagedShards changes a file of a shard: the line is named, whatever it is.
func TestDamagedShards(t *testing.T) {
	file := shardFiles(t, 2)[0]
	good, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(good), "\n")
	change := func(line int, from, to string) string {
		if !strings.Contains(lines[line-1], from) {
			t.Fatalf("line %d has no %s: %s", line, from, lines[line-1])
		}
		changed := append([]string{}, lines...)
		changed[line-1] = strings.Replace(lines[line-1], from, to, 1)
		return strings.Join(changed, "")
	}
	for _, c := range []struct{ text, want string }{
		{strings.Join(lines[:5], ""),
			"x:5: it ends here, and 8 settings are missing of this shard"},
		{string(good) + lines[3], "x:14: a line more than the 12 settings of this shard"},
		{strings.Join(append(append([]string{}, lines[:3]...), lines[4:]...), ""),
			"x:4: setting 6, want 4"},
		{change(3, `"number":2`, `"number":3`), "x:3: setting 3, want 2"},
		{change(3, `"freezes_per_hour"`, `"freezes"`), `x:3: not written by tune --out: unknown`},
		{change(3, `:`, `: `), "x:3: not as tune --out writes it, from byte 11 on"},
		{change(3, `"outcomes":[`, `"outcomes":[],"x":[`), "x:3: not written by tune --out"},
		{change(1, testVersion, "v7"), "x:1: written by readamp v7, this is " + testVersion},
		{change(1, `"part":0`, `"part":2`), "x:1: shard 2 of 2: there is none"},
		{change(1, `"minor_compact_trigger"`, `"minor_compact"`), "x:1: sweep: unknown parameter"},
		{change(1, `"values":["0"`, `"values":["17"`), "x:1: sweep: minor_compact_trigger: 17"},
		{change(1, `"objective":"mean"`, `"objective":"median"`), "x:1: unknown objective"},
		{change(1, `tables sbtest`, `table sbtest`), "x:1: "},
		{change(1, `"number":9`, `"number":24`), "x:1: in_force: "},
		{change(1, `{"name":"minor_compact_trigger","value":"2"}`, `{"name":"x","value":"2"}`),
			"x:1: in_force: "},
		{change(1, `"workloads":[{"rate_factor":1}]`, `"workloads":[]`), "x:1: no workload"},
		{"\n", "x:1: not written by tune --out"},
	} {
		_, err := readShard("x", strings.NewReader(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// FuzzReadShard: whatever is read is written again as it was.
func FuzzReadShard(f *testing.F) {
	header := tuneHeader{Plan: "tables t 1 1\n\n00:00-00:01 1/s oltp_write_only t special\n",
		Sweep:     tune.Sweep{{Name: "table_mode", Values: []string{"normal", "super"}}},
		Workloads: []tune.Workload{{Rate: 1}},
		Rules:     tune.Rules{Objective: tune.ObjectiveMean}}
	one := []tune.Outcome{{ReadCost: tune.ReadFigure{Mean: 1}}}
	header.InForce = inForceLine{Setting: tune.Setting{{Name: "table_mode", Value: "normal"}},
		Outcomes: one}
	seed := &tuning{tuneHeader: header, Shard: shard{Part: 1, Of: 2},
		results: []tune.Result{{Number: 1, Outcomes: one}}}
	var text bytes.Buffer
	if err := seed.writeFile(&text); err != nil {
		f.Fatal(err)
	}
	if _, err := readShard("x", bytes.NewReader(text.Bytes())); err != nil {
		f.Fatal(err)
	}
	f.Add(text.Bytes())
	f.Add([]byte("{}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		read, err := readShard("x", bytes.NewReader(data))
		if err != nil {
			return
		}
		var again bytes.Buffer
		if err := read.writeFile(&again); err != nil {
			t.Fatal(err)
		}
		if got, want := strings.TrimRight(again.String(), "\n"),
			strings.TrimRight(strings.ReplaceAll(string(data), "\r\n", "\n"), "\n\r"); got != want {
			t.Fatalf("read\n%s\nwrote\n%s", want, got)
		}
		read.rank()
		if _, err := read.words(); err != nil {
			t.Fatal(err)
		}
	})
}

// TestTuneJSON: what programs read has the best setting, and one line for each.
func TestTuneJSON(t *testing.T) {
	out, errs, code := ranTune(t, context.Background(), smallSweep("--format", "json"))
	var got struct {
		Readamp  string
		Count    int `json:"settings_count"`
		Feasible int `json:"settings_feasible"`
		Best     struct {
			Setting map[string]string
			Cost    float64 `json:"objective_cost"`
		}
		InForce struct{ Rank int } `json:"in_force"`
		Ranking []struct {
			Rank     int
			InForce  bool    `json:"in_force"`
			Cost     float64 `json:"objective_cost"`
			ReadCost struct{ Mean float64 }
			Broken   []string
		}
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil || code != exitYes {
		t.Fatalf("exit %d, %v, %s", code, err, errs)
	}
	if got.Readamp != testVersion || got.Count != 24 || got.Feasible != 24 ||
		len(got.Ranking) != 24 || got.Best.Cost != got.Ranking[0].Cost ||
		got.Best.Setting["minor_compact_trigger"] == "" {
		t.Errorf("%+v", got)
	}
	for i, r := range got.Ranking {
		if r.Rank != i+1 || r.InForce != (r.Rank == got.InForce.Rank) || r.Broken == nil ||
			i > 0 && r.Cost < got.Ranking[i-1].Cost*0.999 {
			t.Errorf("line %d: %+v", i, r)
		}
	}
}

func TestTwoLines(t *testing.T) {
	for name, want := range map[string]string{"table_mode": "table_ mode",
		"freeze_trigger_percentage": "freeze_trigger_ percentage", "parameter": "parameter ",
		"_enable_adaptive_compaction": "_enable_adaptive_ compaction"} {
		if a, b := twoLines(name); a+" "+b != want {
			t.Errorf("%s: %q %q", name, a, b)
		}
	}
}

func TestBoundText(t *testing.T) {
	for _, c := range []struct {
		of    tune.Constraint
		least float64
		want  string
	}{{tune.WriteAmplificationConstraint, 2.345, "2.35"}, {tune.ThrottleConstraint, 90, "1m30s"},
		{tune.DiskConstraint, 1 << 30, "1 GB"}} {
		if got := boundText(tune.Binding{Constraint: c.of, Least: c.least}); got != c.want {
			t.Errorf("%s: %s, want %s", c.of, got, c.want)
		}
	}
}
