package main

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/pflag"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/validate"
	"github.com/readamp/readamp/validate/protocol"
	"github.com/readamp/readamp/validate/target"
)

// runPlan is a run before its work begins.
type runPlan struct {
	settings   protocol.Settings
	options    lsm.Options
	rules      lsm.Rules
	memory     memory
	cacheBytes int64
}

// idleSeconds is how long is waited to see what the engine uses without a load: enough for its
// watch, which is all there is.
const idleSeconds = 0.3

// runTimes are the times of phases unless they are given: a run takes less than a minute with them.
var runTimes = map[string]struct{ read, warm, ref time.Duration }{
	protocol.BeforeAfter: {3 * time.Second, time.Second, time.Second / 2},
	protocol.Ladder:      {time.Second, time.Second / 2, 300 * time.Millisecond},
}

// runEvents are the events of a writing phase unless it has a time: so the same seed writes the
// same, on any machine. In 4 tables of 100,000 rows that is one full memtable of hot rows.
var runEvents = map[string]int64{protocol.BeforeAfter: 100_000, protocol.Ladder: 20_000}

// runMemory is the tenant's unit unless it is given. A run before and after is to show freezes by
// memory; a ladder makes its own, and compare can repeat no others.
var runMemory = map[string]string{protocol.BeforeAfter: "6G", protocol.Ladder: "21G"}

// Bounds of the embedded engine: all rows are in memory, some 250 bytes each.
const (
	embeddedRowsMost  = 100_000_000
	referenceRowsMost = 100_000
)

// runSysbenchFlags are the options of sysbench that a run knows.
func runSysbenchFlags() []string {
	names := []string{"point-selects", "range-selects", "simple-ranges", "sum-ranges",
		"order-ranges", "distinct-ranges", "rand-spec-iter"}
	for _, s := range sysbenchFlags {
		names = append(names, s.name)
	}
	return names
}

// undoRetention is the one parameter that is not the server's default unless it is given, but 0 as
// in the recorded runs: with 30 minutes no merge of a short run would fold any version.
const undoRetention = "undo_retention"

// runParameters are the server's parameters that the embedded engine acts on.
var runParameters = []string{"minor_compact_trigger", "_minor_compaction_amplification_factor",
	"_pushdown_storage_level", "memory_limit",
	"system_memory", "memstore_limit_percentage", "_memstore_limit_percentage",
	"freeze_trigger_percentage", "row_compaction_update_limit", "major_compact_trigger",
	undoRetention}

// addServer adds those flags of simulate that say what server it is and that mean something here.
func (f *runFlags) addServer(flags *pflag.FlagSet) {
	wanted := []string{"server-version", "arch", "params", "memory", "cpus"}
	for _, name := range runParameters {
		wanted = append(wanted, parameterFlag(name))
	}
	all := pflag.NewFlagSet("server", pflag.ContinueOnError)
	f.serverFlags.add(all)
	all.VisitAll(func(o *pflag.Flag) {
		if slices.Contains(wanted, o.Name) {
			flags.AddFlag(o)
		}
	})
	heading := "Parameters of the server, as SHOW PARAMETERS has them (undo_retention 0 unless " +
		"given):"
	for _, name := range runParameters {
		flags.Lookup(parameterFlag(name)).Annotations[groupKey] = []string{heading}
	}
	flags.Lookup("memory").Usage = "the tenant's `UNIT` of memory (default: " +
		runMemory[protocol.BeforeAfter] + ", in a ladder " + runMemory[protocol.Ladder] + ")"
}

// plan reads the flags.
func (f *runFlags) plan() (*runPlan, error) {
	p := &runPlan{}
	var err error
	if p.settings, err = f.settings(); err != nil {
		return nil, err
	}
	if p.rules, err = resolveRules(f.serverVersion, defaultServer, f.arch); err != nil {
		return nil, err
	}
	if p.options, err = f.options(nil, f.changed); err != nil {
		return nil, err
	}
	if _, given := f.given[undoRetention]; !given {
		p.options.UndoRetention = 0
	}
	if f.serverFlags.memory == "" && p.options.MemoryLimit == 0 {
		f.serverFlags.memory = runMemory[f.protocol]
	}
	var none *recordedState
	p.memory, err = f.memoryOf(p.options, p.rules, none.reported(f.changed))
	if err != nil {
		return nil, err
	}
	if f.blockCache != "0" {
		if p.cacheBytes, err = parseBytes(f.blockCache); err != nil {
			return nil, usageError("--block-cache: %w", err)
		}
	}
	return p, nil
}

// settings are those of the protocol.
func (f *runFlags) settings() (protocol.Settings, error) {
	s := protocol.Defaults()
	args := []string{"--tables=4", "--table-size=100000", "--skip-trx=on"}
	f.sysbench.VisitAll(func(o *pflag.Flag) {
		if o.Changed {
			args = append(args, "--"+o.Name+"="+o.Value.String())
		}
	})
	options, err := workload.ParseOptions(s.Options.Script, args)
	if err != nil {
		return s, usageError("%s", withoutPackage(err))
	}
	s.Options, s.Protocol, s.Seed = options, f.protocol, f.seed
	s.LadderSteps, s.IdleSeconds = f.steps, idleSeconds
	s.ReferenceRows = min(options.TableSize, referenceRowsMost)
	s.Threads = f.threads
	if !f.changed("threads") {
		s.Threads = runtime.NumCPU()
	}
	if s.Rate, err = f.perSecond(); err != nil {
		return s, err
	}
	f.setLengths(&s)
	if err := s.Validate(); err != nil {
		return s, usageError("%s", withoutPackage(err))
	}
	if rows := int64(options.Tables) * options.TableSize; rows > embeddedRowsMost {
		return s, usageError("%s rows in all tables: at most %s fit the memory of the embedded "+
			"engine", short(float64(rows)), short(embeddedRowsMost))
	}
	return s, nil
}

// setLengths sets the times of phases, or the events of the writing ones: what is given for one
// kind goes before --time.
func (f *runFlags) setLengths(s *protocol.Settings) {
	times := runTimes[f.protocol]
	if f.changed("time") {
		times.read = f.time
	}
	switch {
	case f.changed("events"):
		s.WriteEvents = f.events
	case !f.changed("write-time") && !f.changed("time"):
		s.WriteEvents = runEvents[f.protocol]
	}
	for _, t := range []struct {
		flag  string
		given time.Duration
		usual time.Duration
		into  *float64
	}{
		{"read-time", f.readTime, times.read, &s.ReadSeconds},
		{"write-time", f.writeTime, f.time, &s.WriteSeconds},
		{"warm-time", f.warmTime, times.warm, &s.WarmSeconds},
		{"ref-time", f.refTime, times.ref, &s.RefSeconds},
	} {
		length := t.usual
		if f.changed(t.flag) {
			length = t.given
		}
		*t.into = length.Seconds()
	}
}

// perSecond is --rate; 0 without one.
func (f *runFlags) perSecond() (float64, error) {
	if f.rate == "" {
		return 0, nil
	}
	rate, err := workload.ParseRate(f.rate)
	if err != nil || rate.Threads > 0 {
		return 0, usageError("--rate: %q is no number of events a second such as 12k/s", f.rate)
	}
	return rate.PerSecond, nil
}

// engines are the measured engine and that of the reference load.
type engines struct{ measured, reference *target.Embedded }

// close ends both.
func (x *engines) close() error { return errors.Join(x.measured.Close(), x.reference.Close()) }

// prepare makes the engines and their tables.
func (p *runPlan) prepare(ctx context.Context, e env) (*engines, error) {
	measured, err := p.engine(p.settings.Options.TableSize)
	if err != nil {
		return nil, err
	}
	reference, err := p.engine(p.settings.ReferenceRows)
	if err != nil {
		return nil, errors.Join(err, measured.Close())
	}
	on := &engines{measured, reference}
	t := p.settings.Tables()
	remarked := time.Now()
	err = measured.Prepare(ctx, t, func(rows int64) {
		if now := time.Now(); now.Sub(remarked) >= progressPause {
			remarked = now
			e.remark("%s of %s rows loaded", short(float64(rows)),
				short(float64(t.Rows)*float64(t.Tables)))
		}
	})
	if err == nil {
		err = reference.Prepare(ctx, p.settings.ReferenceTables(), nil)
	}
	if err != nil {
		return nil, errors.Join(err, on.close())
	}
	return on, nil
}

// engine makes one for tables of so many rows. The server's fuse row cache is bounded by memory
// only: here it has room for every row, since keys don't spread evenly over its parts twice.
func (p *runPlan) engine(rows int64) (*target.Embedded, error) {
	return target.NewEmbedded(target.EmbeddedOptions{Options: p.options, Rules: p.rules,
		Unit: p.memory.unit, Server: p.memory.server, BlockRows: validate.SysbenchBlockRows,
		BlockCacheBytes: p.cacheBytes, FuseCacheRows: int(2 * rows)})
}
