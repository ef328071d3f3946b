package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"github.com/readamp/readamp/internal/interrupt"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/validate/protocol"
	"github.com/readamp/readamp/validate/record"
)

// tinyRun is a run that takes a moment.
var tinyRun = []string{"run", "--tables=2", "--table-size=1000", "--threads=2", "--events=40",
	"--read-time=10ms", "--warm-time=0", "--ref-time=5ms"}

// planOf is the plan that a command line gives.
func planOf(t *testing.T, args ...string) (*runPlan, error) {
	t.Helper()
	var f runFlags
	flags := pflag.NewFlagSet("run", pflag.ContinueOnError)
	f.add(flags)
	f.changed = flags.Changed
	if err := flags.Parse(args); err != nil {
		t.Fatal(err)
	}
	if err := f.check(); err != nil {
		return nil, err
	}
	return f.plan()
}

// TestRunSettings: what is left out has the default of the protocol.
func TestRunSettings(t *testing.T) {
	for _, c := range []struct {
		args string
		want string // seconds to read, write, warm and ref; events; rate; memory
	}{
		{"", "3 0 1 0.5 100000 0 6"},
		{"--protocol ladder", "1 0 0.5 0.3 20000 0 21"},
		{"--time 5", "5 5 1 0.5 0 0 6"},
		{"--time 5 --read-time 2s --warm-time 0", "2 5 0 0.5 0 0 6"},
		{"--events 1000 --rate 12k/s --memory 8G", "3 0 1 0.5 1000 12000 8"},
		{"--memory-limit 11G --ref-time 1s --system-memory 1G", "3 0 1 1 100000 0 10"},
	} {
		p, err := planOf(t, strings.Fields(c.args)...)
		if err != nil {
			t.Errorf("%s: %v", c.args, err)
			continue
		}
		s := p.settings
		got := fmt.Sprint(s.ReadSeconds, s.WriteSeconds, s.WarmSeconds, s.RefSeconds,
			s.WriteEvents, s.Rate, p.memory.unit.MemoryBytes>>30)
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.args, got, c.want)
		}
	}
}

// TestRunParameters: undo_retention alone has a default of its own.
func TestRunParameters(t *testing.T) {
	for _, c := range []struct {
		args           string
		retention      time.Duration
		trigger, table int
	}{
		{"", 0, 2, 100_000},
		{"--undo-retention 1800 --minor-compact-trigger 5", 1800 * time.Second, 5, 100_000},
		{"--table-size 500", 0, 2, 500},
	} {
		p, err := planOf(t, strings.Fields(c.args)...)
		if err != nil {
			t.Fatal(err)
		}
		if p.options.UndoRetention != c.retention || p.options.MinorCompactTrigger != c.trigger ||
			p.settings.Options.TableSize != int64(c.table) || !p.settings.Options.SkipTrx {
			t.Errorf("%s: %+v, %+v", c.args, p.options, p.settings.Options)
		}
		if want := min(c.table, referenceRowsMost); p.settings.ReferenceRows != int64(want) {
			t.Errorf("%s: %d reference rows", c.args, p.settings.ReferenceRows)
		}
	}
}

// phaseOf is a measured phase with figures of its own.
func phaseOf(label, script string, rows, micros, qps, ratio float64) protocol.PhaseSummary {
	return protocol.PhaseSummary{Label: label, Script: script, RowsPerRow: rows,
		RowsPerGet: rows / 2, CPUMicros: micros, QPS: qps, CPURatio: ratio, QPSRatio: 1 / ratio,
		Queries: 1000}
}

func TestRunWords(t *testing.T) {
	r := &runReport{WriteEvents: 1210000, MemoryFreezes: 2, Protocol: protocol.BeforeAfter,
		Summary: &protocol.Summary{Phases: []protocol.PhaseSummary{
			phaseOf("base", readingScript, 1, 10, 1000, 0.98),
			phaseOf("base", readingScript, 1, 12, 3000, 1.02),
			phaseOf("after", "oltp_point_select", 9, 90, 1, 9),
			phaseOf("after", readingScript, 2.5, 33, 500, 2),
			phaseOf("recovered", readingScript, 1, 11, 2000, 1.05)}}}
	for _, want := range []string{
		"After 1,210,000 write events a range statement reads 2.50 rows for each row it returns, " +
			"1.00 in base; a get reads 1.25 rows, 0.50 in base.",
		"CPU per query of oltp_read_only went from 11.0 to 33.0 µs, QPS from 2000 to 500: over " +
			"the reference load +100 % and -50 %.",
		"Memory filled up and was frozen 2 times on the way.",
		"After the major freeze a range reads 1.00 rows for each row and a query costs 11.0 µs: " +
			"over the reference load +5.0 % of base.",
		"Noise: the 2 measurements of base differ by 4.0 % in CPU per query and 4.0 % in QPS.",
		"Clients and engine share this process: CPU per query is that of both.",
	} {
		if text := strings.Join(r.words(), "\n"); !strings.Contains(text, want) {
			t.Errorf("%s\ndoes not say: %s", text, want)
		}
	}
	r.Protocol = protocol.Ladder
	if text := r.words()[0]; !strings.HasPrefix(text, "At its worst (after) a range statement") {
		t.Error(text)
	}
	r.Phases = r.Phases[2:3]
	if list := r.words(); len(list) != 0 {
		t.Errorf("without base: %q", list)
	}
}

// TestRunTally: a freeze that nobody asked for came by memory.
func TestRunTally(t *testing.T) {
	frozen := func(kind record.ActionKind) record.Entry {
		return record.Entry{Do: &record.Do{Action: record.Action{Kind: kind}}}
	}
	state := func(freezes int64) record.Entry {
		return record.Entry{State: &record.State{Memstore: record.Memstore{FreezeCnt: freezes}}}
	}
	wrote := record.Entry{Phase: &record.Phase{Events: 70, Queries: record.Queries{Write: 280}}}
	read := record.Entry{Phase: &record.Phase{Events: 900, Queries: record.Queries{Read: 900}}}
	var tally runTally
	for _, e := range []record.Entry{frozen(record.FreezeMajor), state(0), wrote, state(2), read,
		frozen(record.FreezeMinor), state(3), wrote, state(4), frozen(record.FreezeMajor), state(0),
		wrote, state(1)} {
		tally.add(e)
	}
	if tally.writeEvents != 210 || tally.memoryFreezes != 4 {
		t.Errorf("%+v", tally)
	}
}

func TestLiveLine(t *testing.T) {
	phase := protocol.Phase{Label: "mem1", Script: readingScript}
	for want, p := range map[string]protocol.Progress{
		"step 1 of 9: freeze major": {Step: 1, Steps: 9,
			What: protocol.Action{Kind: record.FreezeMajor}},
		"step 2 of 9: mem1 oltp_read_only, 1.5 of 3s, 53k QPS, stack Bia, 1.87 rows for each": {
			Step: 2, Steps: 9, What: phase, Seconds: 1.5, OfSeconds: 3, QPS: 53000, Stack: "Bia",
			RowsPerRow: 1.87},
		"step 3 of 9: mem1 oltp_read_only, 500 of 210k events": {Step: 3, Steps: 9, What: phase,
			Events: 500, OfEvents: 210_000},
	} {
		if got := liveLine(p); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestLiveInFiles: what is kept is not a line for every moment.
func TestLiveInFiles(t *testing.T) {
	var errs bytes.Buffer
	l := newLive(env{stderr: &errs}, 9)
	for range 100 {
		l.show(protocol.Progress{What: protocol.Idle{}})
	}
	l.next = time.Time{}
	l.show(protocol.Progress{Step: 4, Steps: 9, What: protocol.Idle{}})
	l.end()
	if got := errs.String(); got != "readamp: 9 steps\nreadamp: step 4 of 9: idle\n" {
		t.Errorf("%q", got)
	}
}

// TestInterruptedRun stops a run in the middle: what was finished is recorded, printed and can be
// read.
func TestInterruptedRun(t *testing.T) {
	interrupts := 0
	for left := 1; left < 100; left += 9 {
		dir := filepath.Join(t.TempDir(), "run")
		var out, errs bytes.Buffer
		code := run(interrupt.After(left), append(tinyRun, "--out", dir), nil, &out, &errs)
		if code == exitYes {
			break
		}
		interrupts++
		if code != exitFailure || !strings.HasSuffix(errs.String(), "readamp: interrupted\n") {
			t.Fatalf("after %d looks: exit %d, %s", left, code, errs.String())
		}
		recorded, err := record.OpenRun(dir)
		if errors.Is(err, os.ErrNotExist) && left < 10 {
			continue // while the tables were made
		}
		if err != nil {
			t.Fatal(err)
		}
		rows := strings.Count(out.String(), " oltp_")
		phases := 0
		for _, e := range recorded.Entries {
			if e.Phase != nil {
				phases++
			}
		}
		if phases > rows { // the sentences name scripts too
			t.Errorf("after %d looks: %d phases recorded, printed\n%s", left, phases, out.String())
		}
	}
	if interrupts < 3 {
		t.Errorf("interrupted %d times", interrupts)
	}
}

// TestRunSysbenchFlags are known to sysbench.
func TestRunSysbenchFlags(t *testing.T) {
	for _, name := range runSysbenchFlags() {
		value := map[string]string{"rand-type": "uniform", "rand-pareto-h": "0.5"}[name]
		args := []string{"--" + name + "=" + cmp.Or(value, "1")}
		if _, err := workload.ParseOptions("oltp_read_only", args); err != nil {
			t.Error(err)
		}
	}
}
