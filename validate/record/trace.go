package record

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
)

// traceFormat is the version of the trace format that is read here.
const traceFormat = 1

// Trace is a recorded list of operations.
type Trace struct {
	File     string // as given to the reader
	Name     string
	Engine   string            // the server's version()
	Recorded string            // date, as year-month-day
	Params   map[string]string // in force at the start
	Ops      []Op
}

// OpenTrace reads the trace in the file path. Errors are *LineError, or *fs.PathError if the file
// can't be opened.
func OpenTrace(path string) (*Trace, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadTrace(path, f)
}

// ReadTrace reads a trace. name stands for the file in errors, which are *LineError.
func ReadTrace(name string, r io.Reader) (*Trace, error) {
	t := &Trace{File: name}
	s := newSession()
	err := eachLine(name, r, func(line int, v value) error {
		if line == 1 {
			return t.readHeader(v)
		}
		op := Op{Line: line}
		op.read(v.object())
		if v.doc.err != nil {
			return v.doc.err
		}
		if err := s.step(&op); err != nil {
			return err
		}
		t.Ops = append(t.Ops, op)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return t, nil
}

// readHeader takes the first line:
//
//	{"trace":1,"name":"deletes","engine":"5.7.25-...","recorded":"2026-11-30","params":{...}}
func (t *Trace) readHeader(v value) error {
	o := v.object()
	format := o.maybe("trace")
	if !format.given() {
		return errors.New(`not a trace: the first line must be its header, with field "trace"`)
	}
	// The version first: another one may have other fields.
	if n := format.integer(0, math.MaxInt64); v.doc.err == nil && n != traceFormat {
		return fmt.Errorf("trace format %d: this program reads format %d", n, traceFormat)
	}
	t.Name = o.need("name").str()
	t.Engine = o.need("engine").str()
	t.Recorded = o.need("recorded").str()
	t.Params = o.need("params").params()
	o.done()
	return v.doc.err
}
