package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/model/tune"
	"github.com/readamp/readamp/validate"
	"github.com/readamp/readamp/validate/record"
	"github.com/readamp/readamp/validate/target"
)

// embeddedSweep asks for TestRecommendedOnRows, which takes a quarter of an hour on a quiet
// machine.
var embeddedSweep = flag.Bool("tune.embedded", false,
	"measure the settings of a sweep on the embedded engine")

// The workload that is measured: that of the recorded runs natural-*, as many events as ten minutes
// at their rate (650 a second) have, in parts with a measurement after each.
const (
	rowsTables, rowsOfTable = 4, 250_000
	rowsParts, eventsOfPart = 30, 13_000
	readEvents              = 800
	referenceOnRows         = 20_000 // rows of a table
)

// onRows is an engine with a client.
type onRows struct {
	t      *testing.T
	engine *target.Embedded
	client target.Session
	reads  *workload.Stream
	writes *workload.Stream
}

// rowsEngine is an engine with tables of so many rows, under a distribution.
func rowsEngine(t *testing.T, kind string, rows int64) *onRows {
	t.Helper()
	o := lsm.DefaultOptions()
	o.UndoRetention, o.MemoryLimit = 0, 6<<30
	rules, err := lsm.RulesFor("seekdb-1.2", "amd64")
	if err != nil {
		t.Fatal(err)
	}
	e, err := target.NewEmbedded(target.EmbeddedOptions{Options: o, Rules: rules,
		Unit: freeze.LargestUnit(o, rules, freeze.Machine{CPUs: 2}), FuseCacheRows: int(2 * rows),
		BlockRows: validate.SysbenchBlockRows, BlockCacheBytes: 256 << 20})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	if err := e.Prepare(context.Background(), target.Tables{Tables: rowsTables, Rows: rows,
		Indexed: true, Seed: 1}, nil); err != nil {
		t.Fatal(err)
	}
	x := &onRows{t: t, engine: e, client: e.Session(2)}
	x.reads, x.writes = rowsStream(t, "oltp_read_only", kind, rows), nil
	return x
}

// rowsStream are the statements of a script.
func rowsStream(t *testing.T, script, kind string, rows int64) *workload.Stream {
	t.Helper()
	o, err := workload.ParseOptions(script, []string{"--rand-type=" + kind, "--skip-trx=on",
		fmt.Sprintf("--tables=%d", rowsTables), fmt.Sprintf("--table-size=%d", rows)})
	if err != nil {
		t.Fatal(err)
	}
	s, err := workload.NewStream(o, 7)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// run executes events of a stream and says what CPU they took.
func (x *onRows) run(s *workload.Stream, events int) float64 {
	x.t.Helper()
	before := x.engine.CPUSeconds()
	var buffer []workload.Statement
	for range events {
		buffer = s.Event(buffer[:0])
		err := x.client.Event(buffer, func(*workload.Statement, *lsm.Counters) {})
		if err != nil {
			x.t.Fatal(err)
		}
	}
	return x.engine.CPUSeconds() - before
}

// settle waits until no merge uses the processor.
func (x *onRows) settle() {
	const quiet, pause = 0.1, 30 * time.Millisecond // of a core
	for {
		before := x.engine.CPUSeconds()
		time.Sleep(pause)
		if x.engine.CPUSeconds()-before < quiet*pause.Seconds() {
			return
		}
	}
}

// cpuOf is the CPU of a read event over that of a reference, on average over a load of writes
// under a setting, which begins with merged tables.
func (x *onRows) cpuOf(s tune.Setting, kind string, reference *onRows) float64 {
	x.t.Helper()
	for _, c := range s {
		x.do(record.Action{Kind: record.SetParameter, Name: c.Name, Value: c.Value})
	}
	x.do(record.Action{Kind: record.FreezeMajor})
	x.writes = rowsStream(x.t, "oltp_write_only", kind, rowsOfTable)
	sum, base := 0.0, 0.0
	for range rowsParts {
		x.run(x.writes, eventsOfPart)
		x.settle()
		base += reference.run(reference.reads, readEvents)
		sum += x.run(x.reads, readEvents)
	}
	return sum / base
}

func (x *onRows) do(a record.Action) {
	x.t.Helper()
	if err := x.engine.Do(context.Background(), a); err != nil {
		x.t.Fatal(err)
	}
}

// TestRecommendedOnRows: on two lab workloads the setting that a sweep recommends takes at most 10
// % more CPU per query than the best of 12 settings, on stored rows. Costs are those of the same
// engine, fitted to a ladder.
func TestRecommendedOnRows(t *testing.T) {
	if !*embeddedSweep {
		t.Skip("takes a quarter of an hour: -tune.embedded -timeout 30m")
	}
	for _, kind := range []string{"special", "uniform"} {
		recommended := recommendedOnRows(t, kind)
		sweep, err := tune.ParseSweep(rowsSweep)
		if err != nil {
			t.Fatal(err)
		}
		x := rowsEngine(t, kind, rowsOfTable)
		reference := rowsEngine(t, "uniform", referenceOnRows)
		best, got := math.Inf(1), 0.0
		for i := range sweep.Count() {
			setting := sweep.Setting(i)
			cpu := x.cpuOf(setting, kind, reference)
			t.Logf("%s %s: CPU of a read %.3f times the reference", kind, setting, cpu)
			best = min(best, cpu)
			if maps.Equal(settingMap(setting), recommended) {
				got = cpu
			}
		}
		t.Logf("%s: recommended %v, %.1f %% over the best", kind, recommended, 100*(got/best-1))
		if !(got > 0 && got <= 1.1*best) {
			t.Errorf("%s: %v takes %.3f, the best %.3f", kind, recommended, got, best)
		}
	}
}

// rowsSweep are the settings that are measured.
var rowsSweep = []string{"minor-compact-trigger=0,2,4,8", "freeze-trigger-percentage=1,2,4"}

// costsOnRows fits the costs of the engine to a ladder.
func costsOnRows(t *testing.T, kind string) (file string) {
	t.Helper()
	dir := t.TempDir()
	file = filepath.Join(dir, "cost.json")
	for _, args := range [][]string{
		{"run", "--protocol", "ladder", "--rand-type", kind, "--server-version", "seekdb-1.2",
			"--out", filepath.Join(dir, "run")},
		{"calibrate", filepath.Join(dir, "run"), "-o", file},
	} {
		if _, errs, code := ranTune(t, context.Background(), args); code != exitYes {
			t.Fatal(errs)
		}
	}
	return file
}

// recommendedOnRows is what tune recommends for the workload. The engine dumps and merges as soon
// as it may, and is measured when that is done: so rates are a tenth of the recorded ones, over a
// time ten times as long, in which the server's pauses before a merge hardly matter.
func recommendedOnRows(t *testing.T, kind string) map[string]string {
	t.Helper()
	args := []string{"tune", "--server-version", "seekdb-1.2", "--memory-limit", "6G", "--cpus",
		"2", "--rate", "65/s", "--time", "100m", "--tables", fmt.Sprint(rowsTables),
		"--table-size", fmt.Sprint(rowsOfTable), "--skip-trx", "on", "--rand-type", kind,
		"--undo-retention", "0", "--enable-adaptive-compaction", "false",
		"--ob-enable-fast-freeze", "false", "--advance-checkpoint-interval", "0",
		"--ob-compaction-schedule-interval", "3s", "--major-freeze-duty-time", "disable",
		"--format", "json", "--cost", costsOnRows(t, kind)}
	for _, axis := range rowsSweep {
		args = append(args, "--sweep", axis)
	}
	out, errs, code := ranTune(t, context.Background(), args)
	var got struct {
		Best struct{ Setting map[string]string }
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil || code != exitYes {
		t.Fatalf("exit %d, %v, %s", code, err, errs)
	}
	return got.Best.Setting
}
