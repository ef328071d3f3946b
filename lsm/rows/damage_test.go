package rows_test

import (
	"maps"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/rows"
)

// damaged is the folder of a script that has runs of every kind and memtables, and what is in it.
func damaged(t *testing.T) (files map[string][]byte, rows contents) {
	t.Helper()
	fs := newStrictFS()
	s := newScript(t, fs, giveUp)
	for _, step := range []func() error{s.open, s.create, s.write(1, 40), s.major, s.write(20, 60),
		s.minor, s.write(50, 70), s.close} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	return copyFiles(t, fs), s.now
}

// openDamaged opens files of which one is wrong; nothing may be removed.
func openDamaged(t *testing.T, files map[string][]byte) (*script, error) {
	t.Helper()
	fs := filesIn(t, files)
	s := newScript(t, fs, giveUp)
	tenant, err := rows.OpenIn(fs, "data", scriptConfig(t))
	if err != nil {
		if got, want := len(copyFiles(t, fs)), len(files); got != want {
			t.Errorf("%d files are left of %d", got, want)
		}
		checkClosed(t, fs)
		return nil, err
	}
	s.tenant, s.session, s.table = tenant, tenant.Session(), tenant.Tables()[0]
	return s, nil
}

var blockPattern = regexp.MustCompile(`block (\d+)/(\d+)`)

// TestBitFlips turns bits over in every kind of file. An SSTable with a wrong bit is an error that
// names it and, for a bit in a block, the block's offset. A manifest with a wrong bit is an error,
// unless it means the same.
func TestBitFlips(t *testing.T) {
	t.Parallel()
	files, want := damaged(t)
	flips, located := 0, 0
	for name, text := range files {
		for at := 0; at < len(text); at += 1 + len(text)/150 {
			wrong := maps.Clone(files)
			wrong[name] = []byte(string(text))
			wrong[name][at] ^= 1 << (at % 8)
			flips++
			s, err := openDamaged(t, wrong)
			switch {
			case err != nil && !strings.Contains(err.Error(), "data/"+name):
				t.Errorf("%s, byte %d: an error that does not name it: %v", name, at, err)
			case err == nil && name != "MANIFEST":
				t.Errorf("%s, byte %d: no error", name, at)
			case err == nil:
				if got, err := s.read(); err != nil || !got.equal(want) {
					t.Errorf("%s, byte %d: %v, %v", name, at, got, err)
				}
			default:
				if inBlock(t, err, at) {
					located++
				}
			}
			if s != nil {
				_ = s.tenant.Close()
			}
		}
	}
	if located < flips/3 {
		t.Errorf("%d errors of %d give the offset of a block", located, flips)
	}
	t.Logf("%d bits turned over in %d files, %d errors give the offset of a block", flips,
		len(files), located)
}

// inBlock says whether the error gives a block, which must have the byte.
func inBlock(t *testing.T, err error, at int) bool {
	m := blockPattern.FindStringSubmatch(err.Error())
	if m == nil {
		return false
	}
	const trailerBytes = 5 // kind and checksum
	offset, _ := strconv.Atoi(m[1])
	length, _ := strconv.Atoi(m[2])
	if at < offset || at >= offset+length+trailerBytes {
		t.Errorf("byte %d: %v", at, err)
	}
	return true
}

// TestDamagedFiles: files that are missing, cut short, too long or another's.
func TestDamagedFiles(t *testing.T) {
	files, _ := damaged(t)
	for name, text := range files {
		if name == "LOCK" {
			continue
		}
		for what, wrong := range map[string][]byte{"missing": nil, "empty": {},
			"cut short": text[:len(text)-2], "half": text[:len(text)/2],
			"too long": append([]byte(string(text)), 'x'), "another": files["000001.sst"]} {
			if name == "000001.sst" && what == "another" {
				continue
			}
			changed := maps.Clone(files)
			if changed[name] = wrong; what == "missing" {
				delete(changed, name)
			}
			_, err := openDamaged(t, changed)
			if err == nil || !strings.Contains(err.Error(), "data/"+name) {
				t.Errorf("%s is %s: %v", name, what, err)
				continue
			}
			if sized := what != "missing" && name != "MANIFEST"; sized &&
				!strings.Contains(err.Error(), "were written") {
				t.Errorf("%s is %s: an error that does not say so: %v", name, what, err)
			}
		}
	}
}

// TestBitFlipWhileOpen: a block that goes wrong on disk fails the reads that need it, with file and
// offset, and no others.
func TestBitFlipWhileOpen(t *testing.T) {
	fs := newStrictFS()
	tenant, err := rows.OpenIn(fs, "data", scriptConfig(t))
	if err != nil {
		t.Fatal(err)
	}
	wide, narrow := makeTwo(t, tenant)
	read := func(table *rows.Table, r lsm.Range) (n int64, err error) {
		n, _, err = tenant.Session().Count(table.Main, r)
		return n, err
	}
	name, at := "data/000001.sst", int64(100) // in the first block of the first table
	flip(t, fs, name, at)
	if _, err = read(wide, lsm.AllKeys); err == nil || !strings.Contains(err.Error(), name) ||
		!inBlock(t, err, int(at)) {

		t.Errorf("a scan over a wrong block: %v", err)
	}
	if _, _, err := tenant.Session().Get(wide.Main, 1, 1); err == nil {
		t.Error("a get in a wrong block gave no error")
	}
	if err := tenant.MajorFreeze(); err == nil {
		t.Error("a wrong block was merged")
	}
	if n, err := read(wide, lsm.Range{First: 900, Last: 1000}); n != 101 || err != nil {
		t.Errorf("another block: %d rows, %v", n, err)
	}
	if n, err := read(narrow, lsm.AllKeys); n != 1000 || err != nil {
		t.Errorf("another table: %d rows, %v", n, err)
	}
	flip(t, fs, name, at)
	if err := tenant.MajorFreeze(); err != nil {
		t.Error(err)
	}
	if n, err := read(wide, lsm.AllKeys); n != 1000 || err != nil {
		t.Errorf("the block is right again: %d rows, %v", n, err)
	}
	if err := tenant.Close(); err != nil {
		t.Error(err)
	}
	checkClosed(t, fs)
}

// makeTwo makes two tables of ids 1 to 1000, in files 1 and 2, the first with several blocks.
func makeTwo(t *testing.T, tenant *rows.Tenant) (wide, narrow *rows.Table) {
	t.Helper()
	load := func(name string, widthBytes int) *rows.Table {
		table, err := tenant.CreateTable(rows.TableSpec{Name: name, Columns: 1})
		if err != nil {
			t.Fatal(err)
		}
		row := [][]byte{make([]byte, widthBytes)}
		err = table.Load(t.Context(), lsm.Range{First: 1, Last: 1000},
			func(lsm.Key) [][]byte { return row })
		if err != nil {
			t.Fatal(err)
		}
		return table
	}
	return load("wide", 100), load("narrow", 1)
}

// flip turns a bit of a file over.
func flip(t *testing.T, fs vfs.FS, name string, at int64) {
	t.Helper()
	f, err := fs.OpenReadWrite(name, vfs.WriteCategoryUnspecified)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	b := make([]byte, 1)
	if _, err := f.ReadAt(b, at); err != nil {
		t.Fatal(err)
	}
	b[0] ^= 1
	if _, err := f.WriteAt(b, at); err != nil {
		t.Fatal(err)
	}
}

// TestSwappedFiles: two files of one size in each other's place.
func TestSwappedFiles(t *testing.T) {
	fs := newStrictFS()
	tenant, err := rows.OpenIn(fs, "data", scriptConfig(t))
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"a", "b"} {
		table, err := tenant.CreateTable(rows.TableSpec{Name: name})
		if err != nil {
			t.Fatal(err)
		}
		first := lsm.Key(1 + 100*i)
		err = table.Load(t.Context(), lsm.Range{First: first, Last: first + 99},
			func(lsm.Key) [][]byte { return nil })
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := tenant.Close(); err != nil {
		t.Fatal(err)
	}
	files := copyFiles(t, fs)
	a, b := files["000001.sst"], files["000002.sst"]
	if len(a) != len(b) {
		t.Fatalf("files of %d and %d bytes", len(a), len(b))
	}
	files["000001.sst"], files["000002.sst"] = b, a
	if _, err := openDamaged(t, files); err == nil ||
		!strings.Contains(err.Error(), "000001.sst: keys 101 to 200, the manifest says 1 to") {
		t.Errorf("swapped files: %v", err)
	}
}
