package rows

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	iofs "io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// remove gives up a file that nobody reads any more. One that a manifest names stays until another
// manifest is in force for certain.
func (f *folder) remove(num uint64) {
	f.mu.Lock()
	stays := f.named[num]
	if stays {
		f.dropped = append(f.dropped, num)
	}
	f.mu.Unlock()
	if !stays {
		_ = f.fs.Remove(f.name(num)) // else the next Open does
	}
}

// setManifest puts a manifest in the place of the one in force. Where that fails either may be in
// force after a crash; files of both stay until a later call succeeds.
func (f *folder) setManifest(text []byte, named map[uint64]bool) error {
	if f.manifest != nil && bytes.Equal(text, f.manifest) {
		return nil
	}
	f.manifest = nil
	f.mu.Lock()
	maps.Copy(f.named, named)
	f.mu.Unlock()
	if err := f.writeWhole(manifestName, text); err != nil {
		return nameError(f.join(manifestName), err)
	}
	f.inForce(text, named)
	return nil
}

func (f *folder) writeWhole(name string, text []byte) error {
	w, err := f.write(name)
	if err != nil {
		return err
	}
	if err := w.Write(slices.Clone(text)); err != nil { // which may change what it is given
		w.Abort()
		return err
	}
	return w.Finish()
}

// inForce notes the manifest that is in force for certain, and removes what it made obsolete.
func (f *folder) inForce(text []byte, named map[uint64]bool) {
	f.manifest = text
	f.mu.Lock()
	f.named = named
	dropped := f.dropped
	f.dropped = nil
	f.mu.Unlock()
	for _, num := range dropped {
		f.remove(num)
	}
}

// readManifest is the manifest in force, nil in a new folder.
func (f *folder) readManifest() (text []byte, err error) {
	file, err := f.fs.Open(f.join(manifestName))
	if errors.Is(err, iofs.ErrNotExist) {
		return nil, f.checkNew()
	}
	if err != nil {
		return nil, nameError(f.join(manifestName), err)
	}
	text, err = io.ReadAll(file)
	return text, nameError(f.join(manifestName), errors.Join(err, file.Close()))
}

// checkNew refuses a folder that has files but no manifest: they are not the tenant's, or the
// manifest is lost.
func (f *folder) checkNew() error {
	names, err := f.fs.List(f.path)
	if err != nil {
		return nameError(f.path, err)
	}
	slices.Sort(names)
	for _, name := range names {
		if name != lockName && name != manifestName+halfSuffix {
			return fmt.Errorf("rows: %s: no such file, but there is %s: not a new folder",
				f.join(manifestName), name)
		}
	}
	return nil
}

// removeOthers removes what crashes left: files that are not whole or that the manifest does not
// name. Files of other names are left alone.
func (f *folder) removeOthers() error {
	if err := syncFolder(f.fs, f.path); err != nil { // so that no older manifest comes back
		return nameError(f.path, err)
	}
	names, err := f.fs.List(f.path)
	if err != nil {
		return nameError(f.path, err)
	}
	for _, name := range names {
		if f.isLeft(name) {
			_ = f.fs.Remove(f.join(name)) // else the next Open does
		}
	}
	return nil
}

func (f *folder) isLeft(name string) bool {
	name, half := strings.CutSuffix(name, halfSuffix)
	digits, _ := strings.CutSuffix(name, ".sst")
	num, err := strconv.ParseUint(digits, 10, 64)
	if err != nil || name != fileName(num) {
		return half && name == manifestName
	}
	return half || !f.named[num]
}
