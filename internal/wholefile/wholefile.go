package wholefile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// maxTemps bounds the search for a free temporary name. Each concurrent writer of one target
// holds one name and a killed one leaves one behind, so 100 is far more than a folder ever has.
const maxTemps = 100

// Write creates path with what fill writes, whole or not at all.
//
// An existing path, even an empty file or a dangling link, is an error for which
// errors.Is(err, fs.ErrExist) holds; it is left as it was. Any error of fill is returned wrapped.
// The bytes are on the device (fsync) before the name appears. The file's mode is 0666 less the
// process's umask, as with os.Create.
func Write(path string, fill func(io.Writer) error) error {
	if err := MustBeFree(path); err != nil {
		return err
	}
	return write(path, fill, func(temp string) error {
		err := os.Link(temp, path)
		if errors.Is(err, fs.ErrExist) {
			return existsError(path) // Someone else was faster.
		}
		return errors.Join(err, os.Remove(temp))
	})
}

// Replace is Write for what can be made again, such as a figure: an existing file gives way, at
// once, when the new one is complete.
func Replace(path string, fill func(io.Writer) error) error {
	return write(path, fill, func(temp string) error { return os.Rename(temp, path) })
}

// write fills a temporary file and hands it to publish, which takes its name away.
func write(path string, fill func(io.Writer) error, publish func(temp string) error) (err error) {
	temp, err := createTemp(path)
	if err != nil {
		return err
	}
	published := false
	// The temporary name goes away on every way out, also when fill panics.
	defer func() {
		temp.Close() // Only the first Close counts; after success this one is a no-op.
		if !published {
			err = errors.Join(err, ignoreMissing(os.Remove(temp.Name())))
		}
	}()
	if err := fillAndSync(temp, fill); err != nil {
		return fmt.Errorf("wholefile: write %s: %w", path, err)
	}
	if err := publish(temp.Name()); err != nil {
		return fmt.Errorf("wholefile: publish %s: %w", path, err)
	}
	published = true
	return nil
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// MustBeFree says whether Write would refuse the path, to spare the work when the answer is known
// before. The link decides in the end.
func MustBeFree(path string) error {
	_, err := os.Lstat(path)
	if err == nil {
		return existsError(path)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("wholefile: %w", err)
	}
	return nil
}

func existsError(path string) error {
	return fmt.Errorf("wholefile: %s exists and is never overwritten; "+
		"choose another name or move it away: %w", path, fs.ErrExist)
}

// createTemp opens a new file beside path. Names are counted, not drawn at random; O_EXCL makes
// the claim safe. os.CreateTemp would give mode 0600, which the published file would keep.
func createTemp(path string) (*os.File, error) {
	dir, base := filepath.Split(path)
	for n := range maxTemps {
		name := filepath.Join(dir, fmt.Sprintf(".%s.%d.tmp", base, n))
		file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err == nil {
			return file, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, fmt.Errorf("wholefile: %w", err)
		}
	}
	return nil, fmt.Errorf("wholefile: %d temporary files .%s.*.tmp in the folder of %s; "+
		"remove them", maxTemps, base, path)
}

func fillAndSync(file *os.File, fill func(io.Writer) error) error {
	buffered := bufio.NewWriter(file)
	if err := fill(buffered); err != nil {
		return err
	}
	if err := buffered.Flush(); err != nil {
		return err
	}
	if err := file.Sync(); err != nil {
		return err
	}
	return file.Close()
}
