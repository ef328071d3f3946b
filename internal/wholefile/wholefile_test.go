package wholefile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// say returns a fill function that writes text.
func say(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

// folderIs checks the names in dir, temporary files included.
func folderIs(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	got := []string{}
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("folder holds %q, want %q", got, want)
	}
}

func fileIs(t *testing.T, path, want string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s holds %q, want %q", filepath.Base(path), got, want)
	}
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "run.json")
	// Longer than the buffer of bufio, so that a missing flush or a second one would show.
	text := strings.Repeat("0123456789", 1000)
	if err := Write(path, say(text)); err != nil {
		t.Fatal(err)
	}
	fileIs(t, path, text)
	folderIs(t, dir, "run.json")
}

func TestWriteInWorkingFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := Write("a.csv", say("1\n")); err != nil {
		t.Fatal(err)
	}
	fileIs(t, "a.csv", "1\n")
	folderIs(t, ".", "a.csv")
}

// The mode is what os.Create would have given, whatever the umask of this process is.
func TestWriteMode(t *testing.T) {
	dir := t.TempDir()
	plain, err := os.Create(filepath.Join(dir, "plain"))
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	want, err := plain.Stat()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "whole")
	if err := Write(path, say("x")); err != nil {
		t.Fatal(err)
	}
	got, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if got.Mode() != want.Mode() {
		t.Errorf("mode %v, want %v", got.Mode(), want.Mode())
	}
}

func TestWriteFailingFill(t *testing.T) {
	dir := t.TempDir()
	broken := errors.New("disk of paper")
	err := Write(filepath.Join(dir, "a.csv"), func(w io.Writer) error {
		if err := say(strings.Repeat("half", 5000))(w); err != nil {
			return err
		}
		return broken
	})
	if !errors.Is(err, broken) || !strings.Contains(err.Error(), "a.csv") {
		t.Errorf("error %v, want one that names a.csv and wraps the cause", err)
	}
	folderIs(t, dir)
}

func TestWritePanickingFill(t *testing.T) {
	dir := t.TempDir()
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic of fill was swallowed")
			}
		}()
		_ = Write(filepath.Join(dir, "a.csv"), func(io.Writer) error { panic("bug") })
	}()
	folderIs(t, dir)
}

func TestWriteInterrupted(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	err := Write(filepath.Join(dir, "trace.jsonl"), func(w io.Writer) error {
		for line := 0; ; line++ {
			if line == 3 {
				cancel()
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			fmt.Fprintln(w, line)
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
	folderIs(t, dir)
}

func TestWriteNeverOverwrites(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	folder := filepath.Join(dir, "folder")
	dangling := filepath.Join(dir, "link")
	if err := errors.Join(os.WriteFile(file, nil, 0o666), os.Mkdir(folder, 0o777),
		os.Symlink(filepath.Join(dir, "nowhere"), dangling)); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{file, folder, dangling} {
		filled := false
		err := Write(path, func(io.Writer) error { filled = true; return nil })
		wantExists(t, err, path)
		if filled {
			t.Errorf("%s: fill ran although the name was taken", path)
		}
	}
	fileIs(t, file, "")
	folderIs(t, dir, "file", "folder", "link")
}

func wantExists(t *testing.T, err error, path string) {
	t.Helper()
	if !errors.Is(err, fs.ErrExist) {
		t.Errorf("%s: error %v, want fs.ErrExist", path, err)
		return
	}
	for _, part := range []string{path, "choose another name"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("error %q does not say %q", err, part)
		}
	}
}

// The name is taken between the first look and the link.
func TestWriteLosesRace(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.csv")
	err := Write(path, func(w io.Writer) error {
		if err := Write(path, say("first")); err != nil {
			t.Fatal(err)
		}
		return say("second")(w)
	})
	wantExists(t, err, path)
	fileIs(t, path, "first")
	folderIs(t, dir, "a.csv")
}

func TestWriteTooManyTemps(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	for n := range maxTemps {
		if err := os.WriteFile(fmt.Sprintf("%s/.a.%d.tmp", dir, n), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	err := Write(path, say("x"))
	if err == nil || !strings.Contains(err.Error(), "remove them") {
		t.Errorf("error %v, want the advice to remove temporary files", err)
	}
}

func TestWriteWithoutPermission(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write everywhere")
	}
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	err := Write(filepath.Join(dir, "a"), say("x"))
	if !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), dir) {
		t.Errorf("error %v, want fs.ErrPermission naming the folder", err)
	}
	folderIs(t, dir)
}

func TestWriteMissingFolder(t *testing.T) {
	err := Write(filepath.Join(t.TempDir(), "none", "a"), say("x"))
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v, want fs.ErrNotExist", err)
	}
}

func TestReplace(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.svg")
	for _, text := range []string{"first", "second"} {
		if err := Replace(path, say(text)); err != nil {
			t.Fatal(err)
		}
		fileIs(t, path, text)
	}
	failed := errors.New("no ink")
	err := Replace(path, func(w io.Writer) error {
		return errors.Join(say("half")(w), failed)
	})
	if !errors.Is(err, failed) {
		t.Errorf("error %v, want %v", err, failed)
	}
	fileIs(t, path, "second")
	folderIs(t, dir, "a.svg")
}
