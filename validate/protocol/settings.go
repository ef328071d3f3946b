package protocol

import (
	"errors"
	"fmt"

	"github.com/readamp/readamp/internal/nearest"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/validate/record"
	"github.com/readamp/readamp/validate/target"
)

// The protocols.
const (
	BeforeAfter = "before-after"
	Ladder      = "ladder"
)

// Protocols returns the names of the protocols.
func Protocols() []string { return []string{BeforeAfter, Ladder} }

// Settings say what is run and for how long. All seconds are wall-clock seconds.
type Settings struct {
	// Options are sysbench's. Their Script has no effect: the protocol has its own.
	Options workload.Options
	// Threads is how many clients run at once, in phases and refs.
	Threads int
	// Protocol is BeforeAfter or Ladder.
	Protocol string

	ReadSeconds  float64 // of a measured reading phase
	WriteSeconds float64 // of a writing phase, unless WriteEvents is given
	WarmSeconds  float64 // of a phase that fills caches; 0 leaves them out
	RefSeconds   float64 // of a ref
	IdleSeconds  float64 // of a wait that shows what the target uses without load

	// WriteEvents ends a writing phase after so many events of all threads, each thread having
	// its part, so that every run with the same seed does the same writes. 0 means WriteSeconds.
	WriteEvents int64
	// LadderSteps is how many minis a ladder makes.
	LadderSteps int
	// BaseRepeats and RecoveredRepeats are how often the states after the two majors are
	// measured. Their scatter is the run's noise.
	BaseRepeats, RecoveredRepeats int
	// Rate is events a second of all threads in phases, at random moments as with sysbench's
	// --rate; 0 means as fast as possible. Refs always run as fast as possible.
	Rate float64
	// ReferenceRows is the size of the refs' table.
	ReferenceRows int64
	// Seed is that of statements and values.
	Seed uint64
}

// Limits. All are our own but maxLadderSteps.
const (
	maxThreads = 1024 // histograms take about a megabyte a thread
	maxRepeats = 100
	maxEvents  = int64(1e12)
	maxRate    = 1e9
	maxSeconds = 24 * 3600
	// A minor merge may come with the 16th mini: minor_compact_trigger is at most 16.
	maxLadderSteps = ladderTrigger - 1
)

// Defaults returns the settings of the recorded ladders, with the time of every reading phase that
// of their oltp_read_only, and sysbench's defaults for all else.
func Defaults() Settings {
	o, err := workload.ParseOptions("oltp_read_only", nil)
	if err != nil {
		panic(err) // sysbench's own defaults
	}
	o.Tables, o.TableSize, o.SkipTrx = 4, 250_000, true
	return Settings{Options: o, Threads: 8, Protocol: BeforeAfter, ReadSeconds: 10,
		WriteSeconds: 12, WarmSeconds: 5, RefSeconds: 3, IdleSeconds: 1, LadderSteps: 5,
		BaseRepeats: 3, RecoveredRepeats: 2, ReferenceRows: 100_000, Seed: 1}
}

// Validate reports everything that is wrong with s.
func (s Settings) Validate() error {
	return errors.Join(
		s.checkProtocol(),
		s.checkOptions(),
		check("threads", int64(s.Threads), 1, maxThreads),
		checkAmount("seconds of a reading phase", s.ReadSeconds, maxSeconds, false),
		checkAmount("seconds of a writing phase", s.WriteSeconds, maxSeconds, s.WriteEvents > 0),
		checkAmount("seconds of warm-up", s.WarmSeconds, maxSeconds, true),
		checkAmount("seconds of a ref", s.RefSeconds, maxSeconds, false),
		checkAmount("seconds of idling", s.IdleSeconds, maxSeconds, false),
		check("events of a writing phase", s.WriteEvents, 0, maxEvents),
		check("repeats of base", int64(s.BaseRepeats), 1, maxRepeats),
		check("repeats of recovered", int64(s.RecoveredRepeats), 1, maxRepeats),
		checkAmount("rate", s.Rate, maxRate, true),
		check("rows of the reference table", s.ReferenceRows, 1, workload.MaxTableSize))
}

// Tables are those that the measured target must have prepared.
func (s Settings) Tables() target.Tables {
	return target.Tables{Tables: s.Options.Tables, Rows: s.Options.TableSize,
		Indexed: s.Options.CreateSecondary, Seed: s.Seed}
}

// ReferenceTables are those that the reference target must have prepared.
func (s Settings) ReferenceTables() target.Tables {
	return target.Tables{Tables: 1, Rows: s.ReferenceRows, Indexed: true, Seed: s.Seed}
}

// checkProtocol looks at the protocol and what it alone needs.
func (s Settings) checkProtocol() error {
	switch s.Protocol {
	case BeforeAfter:
		return nil
	case Ladder:
		return check("steps of the ladder", int64(s.LadderSteps), 1, maxLadderSteps)
	}
	return fmt.Errorf("unknown protocol %q%s", s.Protocol, nearest.Hint(s.Protocol, Protocols()))
}

// checkOptions looks at sysbench's options. Reading phases must read and writing ones write, or
// their events would be empty.
func (s Settings) checkOptions() error {
	reads, writes := s.script(readOnly), s.script(writeOnly)
	if err := reads.Validate(); err != nil {
		return err
	}
	errs := []error{check("tables", int64(reads.Tables), 1, record.TablesMax)}
	if reads.PerEvent().Reads() == 0 {
		errs = append(errs, fmt.Errorf("%s reads nothing with these options", readOnly))
	}
	if writes.PerEvent().Writes() == 0 {
		errs = append(errs, fmt.Errorf("%s writes nothing with these options", writeOnly))
	}
	return errors.Join(errs...)
}

// script is sysbench's options with one of the protocol's scripts.
func (s Settings) script(name string) workload.Options {
	o := s.Options
	o.Script = name
	return o
}

// check returns an error unless value is in least..most.
func check(what string, value, least, most int64) error {
	if value < least || value > most {
		return fmt.Errorf("%s: %d, want %d to %d", what, value, least, most)
	}
	return nil
}

// checkAmount returns an error unless value is above 0 and at most most; 0 may be allowed.
func checkAmount(what string, value, most float64, zero bool) error {
	if zero && value == 0 {
		return nil
	}
	if !(value > 0 && value <= most) {
		return fmt.Errorf("%s: %v, want more than 0, at most %v", what, value, most)
	}
	return nil
}
