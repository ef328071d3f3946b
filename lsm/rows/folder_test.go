package rows_test

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/adaptive"
	"github.com/readamp/readamp/lsm/rows"
)

// TestOpenOnDisk makes a folder below one that is missing, fills it and opens it again.
func TestOpenOnDisk(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	tenant, err := rows.Open(dir, scriptConfig(t))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := rows.Open(dir, scriptConfig(t)); err == nil ||
		!strings.Contains(err.Error(), filepath.Join(dir, "LOCK")) {

		t.Errorf("a second tenant in the folder: %v", err)
	}
	wide, _ := makeTwo(t, tenant)
	session := tenant.Session()
	if _, err := session.Delete(wide, 500); err != nil {
		t.Error(err)
	}
	if err := wide.SetMode(adaptive.Queuing); err != nil {
		t.Error(err)
	}
	for range 2 {
		if err := tenant.Close(); err != nil {
			t.Error(err)
		}
	}
	if err := tenant.MinorFreeze(); err == nil {
		t.Error("a freeze after Close succeeded")
	}
	again, err := rows.Open(dir, scriptConfig(t))
	if err != nil {
		t.Fatal(err)
	}
	n, _, err := again.Session().Count(again.Tables()[0].Main, lsm.AllKeys)
	if n != 999 || err != nil {
		t.Errorf("%d rows, %v", n, err)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
}

// TestOpenRefuses folders that are not a tenant's, and leaves them as they are.
func TestOpenRefuses(t *testing.T) {
	for name, want := range map[string]string{"notes.txt": "notes.txt", "000001.sst": "000001.sst",
		"MANIFEST": "data/MANIFEST: unexpected end"} {
		fs := filesIn(t, map[string][]byte{name: {}})
		if _, err := rows.OpenIn(fs, "data", scriptConfig(t)); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("a folder with %s: %v", name, err)
		}
		readFile(t, fs, name)
		checkClosed(t, fs)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := rows.Open(file, scriptConfig(t))
	if err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("a file as the folder: %v", err)
	}
}

// TestOtherFilesStay: what crashes left is removed, and nothing else.
func TestOtherFilesStay(t *testing.T) {
	files, want := damaged(t)
	for _, name := range []string{"notes.txt", "12.sst", "999999.sst", "000001.sst.tmp",
		"MANIFEST.tmp", "MANIFEST.old"} {
		files[name] = []byte("x")
	}
	fs := filesIn(t, files)
	s := newScript(t, fs, giveUp)
	s.now = want
	if err := s.open(); err != nil {
		t.Fatal(err)
	}
	left := copyFiles(t, fs)
	for name, stays := range map[string]bool{"notes.txt": true, "12.sst": true,
		"MANIFEST.old": true, "999999.sst": false, "000001.sst.tmp": false, "MANIFEST.tmp": false} {
		if _, ok := left[name]; ok != stays {
			t.Errorf("%s is there: %v", name, ok)
		}
	}
	if err := s.close(); err != nil {
		t.Error(err)
	}
}

// TestMemtableFilesStay: rows that Close wrote outlive a crash before the next freeze.
func TestMemtableFilesStay(t *testing.T) {
	files, want := damaged(t)
	fs := filesIn(t, files)
	s := newScript(t, fs, giveUp)
	s.now = maps.Clone(want)
	if err := s.open(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.tenant.CreateTable(rows.TableSpec{Name: "other"}); err != nil {
		t.Fatal(err)
	}
	if err := s.write(1, 5)(); err != nil { // lost
		t.Fatal(err)
	}
	left := fs.CrashClone(vfs.CrashCloneCfg{})
	if err := s.tenant.Close(); err != nil {
		t.Error(err)
	}
	after := newScript(t, left, giveUp)
	after.now = want
	if err := after.open(); err != nil {
		t.Fatal(err)
	}
	if n := len(after.tenant.Tables()); n != 2 {
		t.Errorf("%d tables", n)
	}
	if err := after.close(); err != nil {
		t.Error(err)
	}
}

// TestMetaMajorInFolder: what a meta major hides stays on disk, can still be merged, and is there
// after the tenant is opened again.
func TestMetaMajorInFolder(t *testing.T) {
	fs := newStrictFS()
	s := newScript(t, fs, giveUp)
	for _, step := range []func() error{s.open, s.create, s.write(1, 50), s.major, s.write(1, 50),
		s.minor, s.write(51, 60), s.minor} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	if err := rows.MetaMajor(s.table.Main); err != nil {
		t.Fatal(err)
	}
	kinds := func() (list []string) {
		for _, run := range s.table.Main.Shape() {
			list = append(list, run.Kind.String())
		}
		return list
	}
	before := strings.Join(kinds(), " ")
	if before != "MAJOR MINOR" && before != "MAJOR MINI MINI" {
		t.Errorf("the store lists %s", before)
	}
	for _, step := range []func() error{s.compare, s.close, s.open} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	if after := strings.Join(kinds(), " "); after != before {
		t.Errorf("the store lists %s after it was opened again, %s before", after, before)
	}
	if err := s.tenant.SetParameter("minor_compact_trigger", "0"); err != nil {
		t.Error(err)
	}
	for _, step := range []func() error{s.compare, s.write(55, 70), s.minor, s.major, s.close} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	checkClosed(t, fs)
}

// TestKeptBlocksReopened: blocks of a base that a major kept as they were end where they did.
func TestKeptBlocksReopened(t *testing.T) {
	fs := newStrictFS()
	s := newScript(t, fs, giveUp)
	appended := [][2]lsm.Key{{1, 12}, {12, 13}, {13, 20}} // 11, 1 and 7 rows
	steps := []func() error{s.open, s.create}
	for _, r := range appended {
		steps = append(steps, s.write(r[0], r[1]), s.major)
	}
	for _, step := range steps {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	before := s.table.Main.Shape()[0]
	// In blocks of 2, 3, 3, ... rows: 4 of 11, 1 of 1 and 3 of 7.
	if before.Blocks != 8 {
		t.Errorf("%d blocks, want 8", before.Blocks)
	}
	for _, step := range []func() error{s.close, s.open} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	if after := s.table.Main.Shape()[0]; after != before {
		t.Errorf("reopened as %+v, was %+v", after, before)
	}
	if err := s.close(); err != nil {
		t.Error(err)
	}
}
