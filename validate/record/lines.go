package record

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// eachLine hands every line of r to read, as JSON, and turns what goes wrong into a *LineError.
// The value given to read is valid until read returns.
func eachLine(name string, r io.Reader, read func(line int, v value) error) error {
	scan := bufio.NewScanner(r)
	// Two bytes more than a line: one for the line end, one so that a full buffer means too long.
	scan.Buffer(make([]byte, 0, 64<<10), LineBytesMax+2)
	var d doc
	line := 0
	for scan.Scan() {
		line++
		v, err := d.parse(scan.Bytes())
		if err == nil {
			err = read(line, v)
		}
		if err != nil {
			return &LineError{File: name, Line: line, Msg: err.Error(), Err: errors.Unwrap(err)}
		}
	}
	switch err := scan.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return &LineError{File: name, Line: line + 1, Msg: errLineTooLong.Error()}
	case err != nil:
		return &LineError{File: name, Line: line + 1, Msg: "cannot read: " + err.Error(), Err: err}
	case line == 0:
		return &LineError{File: name, Msg: "empty file"}
	}
	return nil
}

var errLineTooLong = fmt.Errorf("line is longer than %d MiB", LineBytesMax>>20)
