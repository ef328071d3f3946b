package record

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/readamp/readamp/internal/wholefile"
)

// Writer writes a run, line by line. It is for one goroutine.
//
// A run is evidence, so nothing goes to its file that the readers would refuse or understand
// otherwise, and the file ends with a whole line whatever happens.
type Writer struct {
	name       string // of the file, for errors
	file       lineFile
	size       int64 // bytes of the lines written
	line       int   // the last one written, from 1
	configLine int   // 0 if there is none yet
	doc        doc   // for reading lines back
	broken     error // why the file can't be written any more
}

// lineFile is what a Writer needs of an *os.File opened to append.
type lineFile interface {
	io.WriteCloser
	Truncate(size int64) error
	Sync() error
}

// Create makes the folder dir of a new run, in a folder that exists, with what about says in its
// run.json. A dir that exists, even an empty one, is an error for which errors.Is(err, fs.ErrExist)
// holds, and is left as it is. After any other error there is no folder dir either.
func Create(dir string, about About) (*Writer, error) {
	text, err := about.text()
	if err != nil {
		return nil, &LineError{File: filepath.Join(dir, aboutFile), Msg: err.Error(),
			Err: errors.Unwrap(err)}
	}
	switch err := os.Mkdir(dir, 0o777); {
	case errors.Is(err, fs.ErrExist):
		return nil, fmt.Errorf("record: %s exists and a run is never overwritten; "+
			"choose another name or move it away: %w", dir, fs.ErrExist)
	case err != nil:
		return nil, fmt.Errorf("record: %w", err)
	}
	w, err := createFiles(dir, text)
	if err != nil {
		// The folder was made here, a moment ago; were there more in it, it would stay.
		_ = os.Remove(filepath.Join(dir, aboutFile))
		_ = os.Remove(dir)
		return nil, err
	}
	return w, nil
}

// createFiles makes the two files of a run.
func createFiles(dir string, about []byte) (*Writer, error) {
	err := wholefile.Write(filepath.Join(dir, aboutFile), func(w io.Writer) error {
		_, err := w.Write(about)
		return err
	})
	if err != nil {
		return nil, err
	}
	name := filepath.Join(dir, phasesFile)
	// To append, so that the next line follows the last whole one after a truncation.
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	return &Writer{name: name, file: file}, nil
}

// Append writes the line of an entry, whose Line is not used, and hands it to the operating system:
// an end of the process after that does not lose it. A Do needs no Action besides What. Zero in
// what was measured is written as null, as State and Phase have it. A Sample with nil Stacks is one
// that failed; an empty map is a finding.
//
// An entry that ReadRun would refuse in this place, or read as another one, is a *LineError, and
// nothing is written. If writing fails, what was written of the line is taken back, and the entry
// can be appended again. If that fails too, the file may end with a part of a line; the error says
// so, and Append returns it from then on.
func (w *Writer) Append(e Entry) error {
	if w.broken != nil {
		return w.broken
	}
	text, err := w.lineOf(e)
	if err != nil {
		return &LineError{File: w.name, Line: w.line + 1, Msg: err.Error(),
			Err: errors.Unwrap(err)}
	}
	n, err := w.file.Write(text)
	if err == nil && n < len(text) {
		err = io.ErrShortWrite
	}
	if err != nil {
		return w.takeBack(err)
	}
	w.line++
	w.size += int64(len(text))
	if e.Config != nil {
		w.configLine = w.line
	}
	return nil
}

// lineOf returns the line of an entry, once it has been read back.
func (w *Writer) lineOf(e Entry) ([]byte, error) {
	if err := checkOrder(e, w.configLine); err != nil {
		return nil, err
	}
	f, err := e.fields()
	if err != nil {
		return nil, err
	}
	text, err := encode(f)
	if err != nil {
		return nil, err
	}
	v, err := w.doc.parse(text)
	if err != nil {
		return nil, err
	}
	read := Entry{Line: e.Line}
	read.read(v.object())
	if w.doc.err != nil {
		return nil, w.doc.err
	}
	if e.Do != nil && e.Do.Action == (Action{}) {
		do := *e.Do
		do.Action = read.Do.Action
		e.Do = &do
	}
	return append(text, '\n'), checkUnchanged(e, read)
}

// takeBack takes back what was written of a line before err.
func (w *Writer) takeBack(err error) error {
	err = fmt.Errorf("%s: cannot write line %d: %w", w.name, w.line+1, err)
	if failed := w.file.Truncate(w.size); failed != nil {
		err = fmt.Errorf("%w; it may end with a part of that line: %w", err, failed)
		w.broken = err
	}
	return err
}

// Close waits until the run is on the device and closes its file. A run without a config line can't
// be read; that is not for Close to say, as an interrupted run may be one.
func (w *Writer) Close() error {
	if err := errors.Join(w.file.Sync(), w.file.Close()); err != nil {
		return fmt.Errorf("%s: cannot close: %w", w.name, err)
	}
	return nil
}
