package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

const (
	// aboutFile is the file of a run's folder that says how the run was made.
	aboutFile = "run.json"
	// runFormat is the version of a run's format that is written and read here.
	runFormat = 1
)

// About says how a run was made: what is needed to make it again. Only Options, Machine.CPU and
// Seed may be empty.
type About struct {
	Readamp  string            // version of the program
	Command  []string          // its command line, with its own name first
	Options  map[string]string // settings in force, by the name of their flag
	Target   string            // counting, embedded, mysql://user@host:port/db
	Seed     uint64
	Protocol string // as in Config
	Engine   string // the target's version()
	Machine  Machine
	Started  time.Time // written in UTC
}

// Machine is where a run was made.
type Machine struct {
	OS, Arch string // as Go names them: linux, amd64
	Cores    int
	CPU      string // name of the model; "" if not known
	Go       string // version of Go the program was built with
}

// fields returns the fields of run.json:
//
//	{"run":1,"readamp":"1.0.0","command":["readamp","run"],"options":{"tables":"4"},
//	 "target":"embedded","seed":1,"protocol":"ladder","engine":"5.7.25-...",
//	 "machine":{"os":"linux","arch":"amd64","cores":2,"cpu":null,"go":"go1.26.0"},
//	 "started":"2026-12-01T10:30:00.5Z"}
func (a *About) fields() fields {
	return fields{
		{"run", runFormat},
		{"readamp", a.Readamp},
		{"command", append([]string{}, a.Command...)},
		{"options", byName(a.Options, asIs)},
		{"target", a.Target},
		{"seed", a.Seed},
		{"protocol", a.Protocol},
		{"engine", a.Engine},
		{"machine", fields{
			{"os", a.Machine.OS},
			{"arch", a.Machine.Arch},
			{"cores", a.Machine.Cores},
			{"cpu", known(a.Machine.CPU != "", a.Machine.CPU)},
			{"go", a.Machine.Go},
		}},
		{"started", a.Started.UTC().Format(time.RFC3339Nano)},
	}
}

// text returns run.json, indented for people, once it has been read back.
func (a *About) text() ([]byte, error) {
	line, err := encode(a.fields())
	if err != nil {
		return nil, err
	}
	read, err := parseAbout(line)
	if err != nil {
		return nil, err
	}
	if err := checkUnchanged(a, read); err != nil {
		return nil, err
	}
	var text bytes.Buffer
	if err := json.Indent(&text, line, "", "  "); err != nil {
		return nil, err
	}
	text.WriteByte('\n')
	return text.Bytes(), nil
}

// OpenAbout reads how the run in the folder dir was made. Errors are *LineError, or *fs.PathError
// if there is nothing to open, as in the folder of a run that another program recorded.
func OpenAbout(dir string) (*About, error) {
	name := filepath.Join(dir, aboutFile)
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadAbout(name, f)
}

// ReadAbout reads a run.json. name stands for the file in errors, which are *LineError.
func ReadAbout(name string, r io.Reader) (*About, error) {
	// One byte more than a line may have, so that a longer file is seen to be one.
	text, err := io.ReadAll(io.LimitReader(r, LineBytesMax+1))
	if err != nil {
		return nil, &LineError{File: name, Msg: "cannot read: " + err.Error(), Err: err}
	}
	if len(text) == 0 {
		return nil, &LineError{File: name, Msg: "empty file"}
	}
	about, err := parseAbout(text)
	if err != nil {
		return nil, &LineError{File: name, Msg: err.Error(), Err: errors.Unwrap(err)}
	}
	return about, nil
}

// parseAbout takes the text of a run.json apart.
func parseAbout(text []byte) (*About, error) {
	var d doc
	v, err := d.parse(text)
	if err != nil {
		return nil, err
	}
	o := v.object()
	// The version first: another one may have other fields.
	if n := o.need("run").integer(0, math.MaxInt64); d.err == nil && n != runFormat {
		return nil, fmt.Errorf("run format %d: this program reads format %d", n, runFormat)
	}
	command := o.need("command")
	about := &About{
		Readamp:  o.need("readamp").word(),
		Command:  command.strs(),
		Options:  o.need("options").params(),
		Target:   o.need("target").word(),
		Seed:     o.need("seed").seed(),
		Protocol: o.need("protocol").word(),
		Engine:   o.need("engine").word(),
		Machine:  readMachine(o.need("machine").object()),
		Started:  o.need("started").moment(),
	}
	if command.node.kind == kindList && len(about.Command) == 0 {
		command.fail(errEmpty)
	}
	o.done()
	return about, d.err
}

// readMachine takes the machine.
func readMachine(o *object) Machine {
	m := Machine{
		OS:    o.need("os").word(),
		Arch:  o.need("arch").word(),
		Cores: int(o.need("cores").integer(1, machineMax)),
		CPU:   o.maybe("cpu").str(),
		Go:    o.need("go").word(),
	}
	o.done()
	return m
}

var errEmpty = errors.New("is empty")

// word returns a string that is not empty.
func (v value) word() string {
	s := v.str()
	if s == "" && v.node.kind == kindString {
		v.fail(errEmpty)
	}
	return s
}

// seed returns a whole number that may be larger than integer's.
func (v value) seed() uint64 {
	if !v.is(kindNumber, "a whole number") {
		return 0
	}
	n, err := strconv.ParseUint(v.text(), 10, 64)
	if err != nil {
		v.fail(fmt.Errorf("want a whole number from 0 to %d, have %s", uint64(math.MaxUint64),
			shown(v.text())))
	}
	return n
}

// moment returns a point in time in UTC, not before 1970: one that was never set is no moment.
func (v value) moment() time.Time {
	if !v.is(kindString, "a string") {
		return time.Time{}
	}
	t, err := time.Parse(time.RFC3339Nano, v.str())
	switch {
	case err != nil || t.Location() != time.UTC:
		v.fail(fmt.Errorf("want a time as 2026-12-01T10:30:00Z, have %q", shown(v.str())))
	case t.Unix() < 0:
		v.fail(fmt.Errorf("%s is before 1970", v.str()))
	default:
		return t
	}
	return time.Time{}
}
