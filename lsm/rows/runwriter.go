package rows

import (
	"encoding/binary"
	"fmt"

	"github.com/readamp/readamp/lsm"
)

// runWriter writes the rows of a run, keys ascending. A run without rows gets no file.
type runWriter struct {
	run    *run
	files  files
	cache  *blockCache
	layout layout

	table   *tableWriter
	filter  *filterWriter
	payload []byte
}

// begin begins a key with so many versions: a row each, and a shadow row if there are several.
func (w *runWriter) begin(key lsm.Key, versions int) {
	r := w.run
	if r.Keys == 0 {
		r.First = key
	}
	r.Last = key
	r.Keys++
	r.Versions += int64(versions)
	rows := int64(versions)
	if versions > 1 {
		r.Multi++
		rows++
	}
	r.PhysicalRows += rows
	w.layout.key(key, rows)
	if w.filter == nil {
		w.filter = newFilterWriter()
	}
	w.filter.add(key)
}

// only writes a key with one version.
func (w *runWriter) only(key lsm.Key, v versionRow) error {
	w.begin(key, 1)
	return w.row(key, v, flagFirst|flagLast)
}

// row writes one row of the key.
func (w *runWriter) row(key lsm.Key, v versionRow, flags byte) error {
	if err := w.open(); err != nil {
		return err
	}
	w.payload = append(w.payload[:0], v.payload...)
	w.payload[0] = v.payload[0]&(flagDeleted|flagWhole) | flags
	return w.add(key, v.scn, false)
}

func (w *runWriter) add(key lsm.Key, scn lsm.SCN, shadow bool) error {
	if err := w.table.add(key, scn, shadow, w.payload); err != nil { // names take time to make
		return nameError(w.files.name(w.run.File), err)
	}
	return nil
}

// shadow writes the shadow row of a key, before its versions.
func (w *runWriter) shadow(key lsm.Key, scn lsm.SCN, fused []byte, versions int) error {
	if err := w.open(); err != nil {
		return err
	}
	flags := fused[0]&(flagDeleted|flagWhole) | flagFirst | flagShadow
	w.payload = binary.AppendUvarint(append(w.payload[:0], flags), uint64(versions))
	w.payload = append(w.payload, fused[1:]...)
	return w.add(key, scn, true)
}

// open begins the file with the first row.
func (w *runWriter) open() error {
	if w.table != nil {
		return nil
	}
	file, err := w.files.create(w.run.File)
	if err != nil {
		return err
	}
	w.table = newTableWriter(file)
	return nil
}

// finish makes the run durable and opens it.
func (w *runWriter) finish() (*run, error) {
	w.layout.finish()
	r := w.run
	r.ends, r.Laid = w.layout.ends, w.layout.laid
	if w.table == nil {
		return r, nil
	}
	var err error
	if r.SizeBytes, err = w.table.finish(); err != nil {
		return nil, nameError(w.files.name(r.File), err)
	}
	w.table = nil
	r.filter = w.filter.finish()
	if r.table, err = openRunTable(w.files, &r.runFacts, w.cache); err != nil {
		w.files.remove(r.File)
		return nil, err
	}
	r.drop = func() { w.files.remove(r.File) }
	return r, nil
}

// abort gives up what was written.
func (w *runWriter) abort() {
	if w.table != nil {
		w.table.abort()
		w.files.remove(w.run.File)
	}
}

// openRunTable opens the SSTable of a run.
func openRunTable(f files, r *runFacts, cache *blockCache) (t *table, err error) {
	file, err := f.open(r.File)
	if err != nil {
		return nil, err
	}
	name := f.name(r.File)
	if got := file.Size(); got != r.SizeBytes {
		err = fmt.Errorf("rows: %s: %d bytes, %d were written", name, got, r.SizeBytes)
	} else {
		t, err = openTable(file, name, r.File, cache)
	}
	if err != nil {
		_ = file.Close() // nothing was written
	}
	return t, err
}
