package record

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// narrowFile is a file on a disk that has room for so many bytes more. What does not fit is cut, as
// the operating system does it.
type narrowFile struct {
	*os.File
	room  int
	quiet bool // a short write is no error
	stuck bool // nothing can be taken back either
}

func (f *narrowFile) Write(p []byte) (int, error) {
	n := min(len(p), f.room)
	f.room -= n
	if _, err := f.File.Write(p[:n]); err != nil {
		return 0, err
	}
	if n < len(p) && !f.quiet {
		return n, errFull
	}
	return n, nil
}

func (f *narrowFile) Truncate(size int64) error {
	if f.stuck {
		return errFull
	}
	return f.File.Truncate(size)
}

// narrowWriter creates a run on such a disk.
func narrowWriter(t *testing.T, room int) (*Writer, *narrowFile) {
	t.Helper()
	w, err := Create(filepath.Join(t.TempDir(), "run"), testAbout)
	if err != nil {
		t.Fatal(err)
	}
	f := &narrowFile{File: w.file.(*os.File), room: room}
	t.Cleanup(func() { f.Close() })
	w.file = f
	return w, f
}

var faultEntries = []Entry{
	testConfig,
	{Idle: &Idle{Seconds: 6, ServerCPUSeconds: 3.84}},
	{State: &State{Label: "é", At: 1, Stacks: map[string][]TabletRun{"sbtest1": {}}}},
}

// appendAll appends entries until one fails, and returns how many did not.
func appendAll(w *Writer, entries []Entry) (int, error) {
	for i, e := range entries {
		if err := w.Append(e); err != nil {
			return i, err
		}
	}
	return len(entries), nil
}

// TestAppendOnFullDisk lets the disk be full after a number of bytes: around every line's end, and
// here and there. Only whole lines stay, and with room again the rest follows.
func TestAppendOnFullDisk(t *testing.T) {
	whole := written(t, faultEntries)
	for room := range len(whole) + 1 {
		if room%9 != 0 && !strings.Contains(whole[max(room-2, 0):min(room+2, len(whole))], "\n") {
			continue
		}
		w, f := narrowWriter(t, room)
		f.quiet = room%2 == 0
		want := strings.LastIndexByte(whole[:room], '\n') + 1
		n, err := appendAll(w, faultEntries)
		checkFile(t, w, whole[:want])
		if n != strings.Count(whole[:want], "\n") || (err == nil) != (room == len(whole)) {
			t.Errorf("room %d: %d lines, %v", room, n, err)
		}
		if err != nil {
			checkFault(t, w, err, map[bool]error{true: io.ErrShortWrite, false: errFull}[f.quiet])
		}
		f.room = len(whole)
		if _, err := appendAll(w, faultEntries[n:]); err != nil {
			t.Errorf("room %d: with room again: %v", room, err)
		}
		checkFile(t, w, whole)
	}
}

// checkFile compares the file of a Writer.
func checkFile(t *testing.T, w *Writer, want string) {
	t.Helper()
	if got, err := os.ReadFile(w.name); err != nil || string(got) != want {
		t.Errorf("file has %q, want %q (%v)", got, want, err)
	}
}

// checkFault checks that an error names the file and its cause.
func checkFault(t *testing.T, w *Writer, err, cause error) {
	t.Helper()
	if !errors.Is(err, cause) || !strings.HasPrefix(err.Error(), w.name+": cannot write line ") {
		t.Errorf("got %v, want %s and %v", err, w.name, cause)
	}
}

// TestAppendCannotTakeBack refuses every further line after a partial one that had to stay.
func TestAppendCannotTakeBack(t *testing.T) {
	w, f := narrowWriter(t, 10)
	f.stuck = true
	first := w.Append(testConfig)
	checkFault(t, w, first, errFull)
	if !strings.Contains(first.Error(), "it may end with a part of that line") {
		t.Errorf("got %v", first)
	}
	f.room = 1 << 20
	if err := w.Append(testConfig); err != first {
		t.Errorf("got %v, want the first error again", err)
	}
	checkFile(t, w, written(t, faultEntries)[:10])
}

// TestClosedWriter says which file is closed.
func TestClosedWriter(t *testing.T) {
	w, _ := narrowWriter(t, 1<<20)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	checkFault(t, w, w.Append(testConfig), os.ErrClosed)
	if err := w.Close(); !errors.Is(err, os.ErrClosed) ||
		!strings.HasPrefix(err.Error(), w.name+": ") {
		t.Errorf("closed twice: %v", err)
	}
	checkFile(t, w, "")
}
