package record

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// phasesFile is the file of a run's folder that is read here.
const phasesFile = "phases.jsonl"

// Run is a recorded run of sysbench.
type Run struct {
	Dir     string // the run's folder; "" if read from a stream
	File    string // as given to the reader
	Entries []Entry
}

// Entry is a line of a run: exactly one of its pointers is not nil.
type Entry struct {
	Line   int // in the run's file, from 1
	Config *Config
	Do     *Do
	Idle   *Idle
	Ref    *Ref
	Phase  *Phase
	State  *State
}

// Config is what the whole run has in common.
type Config struct {
	Protocol  string // the order of phases: ladder, natural
	Engine    string // the server's version()
	Sysbench  string // sysbench --version
	Cores     int    // shared by client and server
	Threads   int
	RandType  string // sysbench's --rand-type
	Tables    int
	TableSize int64             // rows a table
	Options   []string          // further sysbench options: "--skip-trx=on"
	Params    map[string]string // in force; as the server gives them
}

// Do is an action between phases.
type Do struct {
	What       string // as written
	Action     Action // the same, taken apart
	Start, End float64
	Result     string // "settled", a number of seconds as JSON has it, or "" for null
}

// ActionKind says what an Action does.
type ActionKind uint8

// The actions.
const (
	FreezeMajor  ActionKind = iota + 1 // ALTER SYSTEM MAJOR FREEZE, waited until merged
	FreezeMinor                        // ALTER SYSTEM MINOR FREEZE, waited until settled
	SetParameter                       // ALTER SYSTEM SET Name = Value
)

// Action is what a Do did.
type Action struct {
	Kind        ActionKind
	Name, Value string // of SetParameter
}

// Idle is what the server used without load.
type Idle struct {
	Seconds, ServerCPUSeconds float64
}

// Ref is sysbench's read-only load on a small table nobody writes.
type Ref struct {
	Start, End       float64 // Unix seconds
	Queries          int64
	QPS              float64 // 0 if blanked
	ServerCPUSeconds float64
}

// OpenRun reads the run in the folder path, or in the file path. Errors are *LineError, or
// *fs.PathError if there is nothing to open.
func OpenRun(path string) (*Run, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		path = filepath.Join(path, phasesFile)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	run, err := ReadRun(path, f)
	if err != nil {
		return nil, err
	}
	run.Dir = filepath.Dir(path)
	return run, nil
}

// ReadRun reads a run. name stands for the file in errors, which are *LineError. There must be one
// config line, before the first phase.
func ReadRun(name string, r io.Reader) (*Run, error) {
	run := &Run{File: name}
	configLine := 0
	err := eachLine(name, r, func(line int, v value) error {
		if line == 1 && !member(v, "kind").given() {
			return errors.New(`not a run: its lines have a field "kind"`)
		}
		e := Entry{Line: line}
		e.read(v.object())
		if v.doc.err != nil {
			return v.doc.err
		}
		if err := checkOrder(e, configLine); err != nil {
			return err
		}
		if e.Config != nil {
			configLine = line
		}
		run.Entries = append(run.Entries, e)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if configLine == 0 {
		return nil, &LineError{File: name, Msg: "no config line"}
	}
	return run, nil
}

// checkOrder says whether an entry may follow lines of which configLine is the config, 0 for none.
func checkOrder(e Entry, configLine int) error {
	switch {
	case e.Config != nil && configLine != 0:
		return fmt.Errorf("a second config; the first is on line %d", configLine)
	case e.Phase != nil && configLine == 0:
		return errors.New("a phase before the config")
	}
	return nil
}

// Config returns the run's one config line, or nil if the run was not read by this package.
func (r *Run) Config() *Config {
	for _, e := range r.Entries {
		if e.Config != nil {
			return e.Config
		}
	}
	return nil
}
