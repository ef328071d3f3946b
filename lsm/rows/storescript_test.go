package rows_test

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/rows"
)

// contents are the rows of the table of a script by id; nil before it is made.
type contents map[lsm.Key][2]uint64

// script is a small fixed history of a tenant in a folder, for file systems that fail.
type script struct {
	t  *testing.T
	fs vfs.FS
	// failed says what becomes of a call that failed: nil to try it again.
	failed func(error) error

	// files, if not nil, is where no file may be left over after a freeze.
	files vfs.FS

	tenant  *rows.Tenant
	session *rows.Session
	table   *rows.Table
	now     contents
	// kept are what durable calls were to make durable, the last one that returned at last.
	kept []contents
	last int
}

func newScript(t *testing.T, fs vfs.FS, failed func(error) error) *script {
	return &script{t: t, fs: fs, failed: failed, kept: []contents{nil}}
}

// scriptConfig merges often.
func scriptConfig(t *testing.T) rows.Config {
	rules, err := lsm.RulesFor("seekdb", "amd64")
	if err != nil {
		t.Fatal(err)
	}
	o := lsm.DefaultOptions()
	o.MinorCompactTrigger = 1
	return rows.Config{Options: o, Rules: rules, FuseCacheRows: 16}
}

var scriptSpec = rows.TableSpec{Name: "t", Columns: 2, Indexed: []int{0},
	Rows: lsm.BlockRows{Major: []int64{2, 3}}}

// run goes through the history until a call fails for good.
func (s *script) run() error {
	steps := []func() error{s.open, s.create, s.write(1, 40), s.minor, s.write(20, 60), s.minor,
		s.write(5, 30), s.minor, s.write(50, 80), s.close, s.open, s.write(60, 70), s.major,
		s.write(90, 95), s.minor, s.close, s.open, s.write(1, 9), s.close}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// call makes a call, again where that is asked for.
func (s *script) call(do func() error) error {
	err := do()
	for err != nil {
		if err := s.failed(err); err != nil {
			return err
		}
		err = do()
	}
	return nil
}

// durable makes a call that makes rows durable.
func (s *script) durable(do func() error) error {
	s.kept = append(s.kept, maps.Clone(s.now))
	if err := s.call(do); err != nil {
		return err
	}
	s.last = len(s.kept) - 1
	if s.files != nil {
		checkFiles(s.t, s.files, s.tenant)
	}
	return nil
}

func (s *script) open() error {
	err := s.call(func() (err error) {
		s.tenant, err = rows.OpenIn(s.fs, "data", scriptConfig(s.t))
		return err
	})
	if err != nil {
		return err
	}
	s.session = s.tenant.Session()
	if tables := s.tenant.Tables(); len(tables) > 0 {
		s.table = tables[0]
	}
	return s.compare()
}

func (s *script) create() error {
	s.now = contents{}
	return s.durable(func() (err error) {
		s.table, err = s.tenant.CreateTable(scriptSpec)
		return err
	})
}

func (s *script) minor() error {
	return s.durable(func() error { return s.tenant.MinorFreeze() })
}

func (s *script) major() error {
	return s.durable(func() error { return s.tenant.MajorFreeze() })
}

// close leaves it to the next open what a Close that failed has kept.
func (s *script) close() error {
	s.kept = append(s.kept, maps.Clone(s.now))
	err := s.tenant.Close()
	s.tenant = nil
	if err != nil {
		return s.failed(err)
	}
	s.last = len(s.kept) - 1
	return nil
}

// write inserts, updates and deletes ids of a range.
func (s *script) write(from, to lsm.Key) func() error {
	return func() error {
		for id := from; id < to; id++ {
			if err := s.call(func() error { return s.writeOne(id) }); err != nil {
				return err
			}
		}
		return s.compare()
	}
}

func (s *script) writeOne(id lsm.Key) error {
	row, exists := s.now[id]
	switch {
	case !exists:
		row = [2]uint64{id % 7, id}
		err := s.session.Insert(s.table, id, [][]byte{rows.IntColumn(row[0]),
			rows.IntColumn(row[1])})
		if err != nil {
			return err
		}
	case id%5 == 0:
		if _, err := s.session.Delete(s.table, id); err != nil {
			return err
		}
		delete(s.now, id)
		return nil
	default:
		row[id%2] += 100
		_, err := s.session.Update(s.table, id, rows.Set{Column: int(id % 2),
			Value: rows.IntColumn(row[id%2])})
		if err != nil {
			return err
		}
	}
	s.now[id] = row
	return nil
}

// read is everything that the tenant has.
func (s *script) read() (contents, error) {
	if s.table == nil {
		return nil, nil
	}
	all := contents{}
	var entries, want []lsm.Key
	_, err := s.session.Scan(s.table.Main, lsm.AllKeys, 3, func(id lsm.Key, cells [][]byte) {
		all[id] = [2]uint64{rows.Int(cells[0]), rows.Int(cells[1])}
		want = append(want, lsm.IndexKey(all[id][0], id))
	})
	if err != nil {
		return nil, err
	}
	_, err = s.session.Scan(s.table.Indexes[0].Tablet, lsm.AllKeys, 0,
		func(key lsm.Key, _ [][]byte) { entries = append(entries, key) })
	if slices.Sort(want); err == nil && !slices.Equal(entries, want) {
		s.t.Errorf("index entries %x\nrows have      %x", entries, want)
	}
	return all, err
}

// compare reads everything. The rows are those that were written, or after a Close that failed
// those of a call since the last one that made rows durable.
func (s *script) compare() error {
	var got contents
	err := s.call(func() (err error) { got, err = s.read(); return err })
	if err != nil || got.equal(s.now) {
		return err
	}
	if s.isKept(got) {
		s.now = got
		return nil
	}
	s.t.Errorf("there is %v\nwanted   %v", got, s.now)
	return nil
}

// isKept says whether some durable call since the last one that returned had these rows.
func (s *script) isKept(got contents) bool {
	return slices.ContainsFunc(s.kept[s.last:], got.equal)
}

// equal tells no table from no rows.
func (c contents) equal(other contents) bool {
	return (c == nil) == (other == nil) && maps.Equal(c, other)
}

// checkFiles compares the folder with what the tenant has right after Open or a freeze.
func checkFiles(t *testing.T, fs vfs.FS, tenant *rows.Tenant) {
	t.Helper()
	names, err := fs.List("data")
	if err != nil {
		t.Fatal(err)
	}
	want := 0
	for _, table := range tenant.Tables() {
		for _, tablet := range []*rows.Tablet{table.Main, table.Indexes[0].Tablet} {
			for _, run := range tablet.Shape() {
				if run.Keys > 0 {
					want++
				}
			}
			if tablet.MemtableKeys() > 0 {
				want++
			}
		}
	}
	if got := len(names) - len([]string{"LOCK", "MANIFEST"}); got != want {
		slices.Sort(names)
		t.Errorf("%d SSTables, want %d: %v", got, want, names)
	}
	if text := strings.Join(names, " "); strings.Contains(text, ".tmp") {
		t.Errorf("half a file is left: %s", text)
	}
}

// copyFiles copies the folder.
func copyFiles(t *testing.T, fs vfs.FS) map[string][]byte {
	t.Helper()
	names, err := fs.List("data")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, name := range names {
		files[name] = readFile(t, fs, name)
	}
	return files
}

func readFile(t *testing.T, fs vfs.FS, name string) []byte {
	t.Helper()
	f, err := fs.Open(fs.PathJoin("data", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var b bytes.Buffer
	if _, err := b.ReadFrom(f); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// filesIn makes a file system of files.
func filesIn(t *testing.T, files map[string][]byte) *vfs.MemFS {
	t.Helper()
	fs := newStrictFS()
	if err := fs.MkdirAll("data", 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		f, err := fs.Create(fs.PathJoin("data", name), vfs.WriteCategoryUnspecified)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write(bytes.Clone(text)); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	all := vfs.CrashCloneCfg{UnsyncedDataPercent: 100, RNG: rand.New(rand.NewPCG(1, 1))}
	return fs.CrashClone(all) // all is synced there
}

func (c contents) String() string { return fmt.Sprint(map[lsm.Key][2]uint64(c)) }
