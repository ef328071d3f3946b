package rows_test

import (
	"errors"
	"strings"
	"syscall"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/cockroachdb/pebble/v2/vfs/errorfs"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/adaptive"
	"github.com/readamp/readamp/lsm/rows"
)

// TestOneFault lets each operation of a history's file system fail once. A call that fails names a
// file, all rows can still be read, and the same call succeeds when it is made again.
func TestOneFault(t *testing.T) {
	t.Parallel()
	points, told := 0, 0
	for ; ; points += stride() {
		fs, made := newStrictFS(), 0
		var s *script
		failing := errorfs.Wrap(fs, errorfs.InjectorFunc(func(op errorfs.Op) error {
			if made++; made != points+1 {
				return nil
			}
			if op.Kind == errorfs.OpRemove {
				s.files = nil // the next Open will remove it
			}
			return errorfs.ErrInjected
		}))
		s = newScript(t, failing, func(err error) error {
			told++
			if !errors.Is(err, errorfs.ErrInjected) || !strings.Contains(err.Error(), "data") {
				t.Errorf("an error that names no file: %v", err)
			}
			return nil
		})
		s.files = fs
		if err := s.run(); err != nil {
			t.Errorf("a second try: %v", err)
		}
		checkClosed(t, fs)
		if made <= points {
			break
		}
		if t.Failed() {
			t.Fatalf("operation %d failed", points)
		}
	}
	t.Logf("of %d operations, %d apart, one failed; %d calls returned it", points, stride(), told)
}

// fullDisk takes so many bytes more; of the write that does not fit it takes a part.
type fullDisk struct {
	vfs.FS
	room int
}

func (d *fullDisk) Create(name string, c vfs.DiskWriteCategory) (vfs.File, error) {
	f, err := d.FS.Create(name, c)
	if err != nil {
		return nil, err
	}
	return &fullFile{f, d}, nil
}

type fullFile struct {
	vfs.File
	disk *fullDisk
}

func (f *fullFile) Write(p []byte) (int, error) {
	n := min(len(p), f.disk.room)
	f.disk.room -= n
	written, err := f.File.Write(p[:n])
	if err == nil && n < len(p) {
		err = syscall.ENOSPC
	}
	return written, err
}

// TestFullDisk fills the disk after so many bytes, again and again. Every call that fails says why
// and where; everything can still be read; the next call goes on when there is room. What is in
// the folder when the disk is full opens.
func TestFullDisk(t *testing.T) {
	full := 0
	for _, step := range []int{97, 1009, 4001} {
		fs := newStrictFS()
		disk := &fullDisk{FS: fs, room: step}
		s := newScript(t, disk, nil)
		s.failed = func(err error) error {
			full++
			if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "data/0") &&
				!strings.Contains(err.Error(), "data/MANIFEST") {
				t.Errorf("an error that does not say why and where: %v", err)
			}
			if s.tenant != nil && s.table != nil {
				if err := s.compare(); err != nil {
					t.Errorf("read on a full disk: %v", err)
				}
			}
			s.openCopy(fs)
			step += 500 // so that the largest file fits at last
			disk.room = step
			return nil
		}
		if err := s.run(); err != nil {
			t.Errorf("with room for %d bytes: %v", step, err)
		}
		checkClosed(t, fs)
	}
	t.Logf("full %d times", full)
}

// openCopy opens a copy of the folder.
func (s *script) openCopy(fs *vfs.MemFS) {
	left := fs.CrashClone(vfs.CrashCloneCfg{})
	again := newScript(s.t, left, giveUp)
	again.kept, again.last, again.now = s.kept, s.last, s.kept[s.last]
	if err := again.open(); err != nil {
		s.t.Errorf("open a folder on a full disk: %v", err)
		return
	}
	if err := again.tenant.Close(); err != nil {
		s.t.Error(err)
	}
}

// TestFailedMerge: a merge whose file cannot be written leaves everything as it was.
func TestFailedMerge(t *testing.T) {
	fs := newStrictFS()
	fail := errorfs.Toggle{Injector: errorfs.ErrInjected.If(errorfs.Writes)}
	s := newScript(t, errorfs.Wrap(fs, &fail), giveUp)
	for _, step := range []func() error{s.open, s.create, s.write(1, 30), s.minor} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	before := s.table.Main.Shape()
	fail.On()
	for range 3 {
		if err := s.tenant.MajorFreeze(); err == nil {
			t.Error("a major freeze on a dead disk succeeded")
		}
	}
	if after := s.table.Main.Shape(); len(after) != len(before) {
		t.Errorf("%d runs, there were %d", len(after), len(before))
	}
	if _, err := s.tenant.CreateTable(rows.TableSpec{Name: "u"}); err == nil {
		t.Error("a table was made on a dead disk")
	}
	if n := len(s.tenant.Tables()); n != 1 {
		t.Errorf("%d tables after that", n)
	}
	fail.Off()
	for _, step := range []func() error{s.write(1, 9), s.major, s.close, s.open, s.compare} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	if shape := s.table.Main.Shape(); len(shape) != 1 || shape[0].Kind != lsm.Major {
		t.Errorf("after a major freeze: %+v", shape)
	}
	checkFiles(t, fs, s.tenant)
	if err := s.close(); err != nil {
		t.Error(err)
	}
	checkClosed(t, fs)
}

// failSecondTable fails when the second SSTable is created: the first one is the table's, the
// second one the index's.
func failSecondTable(fs vfs.FS) vfs.FS {
	sstables := 0
	return errorfs.Wrap(fs, errorfs.InjectorFunc(func(op errorfs.Op) error {
		if op.Kind == errorfs.OpCreate && strings.HasSuffix(op.Path, ".sst.tmp") {
			if sstables++; sstables == 2 {
				return errorfs.ErrInjected
			}
		}
		return nil
	}))
}

// TestFailedLoad: the index cannot be loaded. The table is as new as before.
func TestFailedLoad(t *testing.T) {
	fs := newStrictFS()
	s := newScript(t, failSecondTable(fs), giveUp)
	s.files = fs
	load := func() error {
		return s.table.Load(t.Context(), lsm.Range{First: 1, Last: 20}, func(id lsm.Key) [][]byte {
			return [][]byte{rows.IntColumn(id % 7), rows.IntColumn(id)}
		})
	}
	for _, step := range []func() error{s.open, s.create} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	if err := load(); !errors.Is(err, errorfs.ErrInjected) {
		t.Errorf("a load that cannot write: %v", err)
	}
	if err := s.durable(func() error { return s.table.SetMode(adaptive.Queuing) }); err != nil {
		t.Error(err)
	}
	s.openCopy(fs)
	for id := lsm.Key(1); id <= 20; id++ {
		s.now[id] = [2]uint64{id % 7, id}
	}
	for _, step := range []func() error{func() error { return s.durable(load) }, s.compare,
		s.close} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestSaveAfterFailedDump: the index cannot be dumped, and then something else makes the tenant
// write its manifest. Table and index stay together.
func TestSaveAfterFailedDump(t *testing.T) {
	fs := newStrictFS()
	s := newScript(t, failSecondTable(fs), giveUp)
	for _, step := range []func() error{s.open, s.create, s.write(1, 30)} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.minor(); !errors.Is(err, errorfs.ErrInjected) {
		t.Errorf("a freeze that cannot write: %v", err)
	}
	for _, step := range []func() error{s.write(30, 35),
		func() error { return s.table.SetMode(adaptive.Queuing) }} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	s.openCopy(fs)
	for _, step := range []func() error{s.compare, s.close} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
}
