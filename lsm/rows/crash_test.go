package rows_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/cockroachdb/pebble/v2/vfs/errorfs"
)

// killer lets so many operations of a file system pass, and then none. Operations may come from
// several goroutines, but not at the same time.
type killer struct {
	left, made int
	fault      int // this one, counted from 1, fails alone
}

func (k *killer) fails(errorfs.Op) error {
	if k.made++; k.made > k.left || k.made == k.fault {
		return errorfs.ErrInjected
	}
	return nil
}

func (k *killer) died() bool { return k.made > k.left }

func (k *killer) wrap(fs vfs.FS) vfs.FS { return errorfs.Wrap(fs, errorfs.InjectorFunc(k.fails)) }

func giveUp(err error) error { return err }

// TestCrash stops a history at every operation of its file system, and opens what is left: what
// was synced, as after a loss of power, random parts of the rest with it, and all that was issued,
// as after a kill. The rows are those of some call at or after the last one that made rows durable.
func TestCrash(t *testing.T) {
	t.Parallel()
	points, opened := 0, 0
	for ; ; points += stride() {
		fs := newStrictFS()
		k := &killer{left: points}
		s := newScript(t, k.wrap(fs), giveUp)
		err := s.run()
		if err == nil && !k.died() {
			checkClosed(t, fs)
			break
		}
		if s.tenant != nil {
			_ = s.tenant.Close() // of a dead file system
		}
		rng := rand.New(rand.NewPCG(uint64(points), 0))
		powerLost := []*vfs.MemFS{fs.CrashClone(vfs.CrashCloneCfg{}),
			fs.CrashClone(vfs.CrashCloneCfg{UnsyncedDataPercent: 50, RNG: rng})}
		for _, left := range append(powerLost, fs) {
			s.afterCrash(left, rng)
			opened++
		}
		if t.Failed() {
			t.Fatalf("stopped at operation %d, %v", points, err)
		}
	}
	t.Logf("stopped before each of %d operations, %d apart, opened %d times", points, stride(),
		opened)
}

// TestCrashAfterFault lets one operation fail, goes on, and stops a little later.
func TestCrashAfterFault(t *testing.T) {
	t.Parallel()
	points := 0
	for ; ; points += stride() {
		rng := rand.New(rand.NewPCG(uint64(points), 1))
		fs := newStrictFS()
		k := &killer{fault: points + 1, left: points + 1 + rng.IntN(60)}
		s := newScript(t, k.wrap(fs), func(err error) error {
			if k.died() {
				return err
			}
			return nil
		})
		if err := s.run(); err == nil && k.made < k.fault {
			break
		}
		if s.tenant != nil {
			_ = s.tenant.Close() // of a dead file system
		}
		left := fs
		if rng.IntN(2) == 0 {
			left = fs.CrashClone(vfs.CrashCloneCfg{UnsyncedDataPercent: 50, RNG: rng})
		}
		if s.afterCrash(left, rng); t.Failed() {
			t.Fatalf("operation %d failed, stopped after %d", points, k.left)
		}
	}
	t.Logf("one of %d operations failed, %d apart", points, stride())
}

// TestUncertainManifest: a freeze renames its manifest, but the folder cannot be synced, so that
// nobody knows whether the old one or the new one is in force. Then a merge takes in what the
// freeze wrote, and the tenant dies before it can say so. Both manifests must open.
func TestUncertainManifest(t *testing.T) {
	fs := newStrictFS()
	const (
		works = iota
		failsAtSync
		diesAtRename
		dead
	)
	state, renamed := works, false
	s := newScript(t, errorfs.Wrap(fs, errorfs.InjectorFunc(func(op errorfs.Op) error {
		renames := op.Kind == errorfs.OpRename && strings.HasSuffix(op.Path, "MANIFEST.tmp")
		renamed = renamed || renames
		switch {
		case state == failsAtSync && renamed && op.Kind == errorfs.OpFileSync:
			state = diesAtRename
			return errorfs.ErrInjected
		case state == diesAtRename && renames:
			state = dead
		}
		if state == dead {
			return errorfs.ErrInjected
		}
		return nil
	})), giveUp)
	for _, step := range []func() error{s.open, s.create, s.write(1, 40), s.minor,
		s.write(20, 50)} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	state, renamed = failsAtSync, false
	if err := s.minor(); err == nil || state != diesAtRename {
		t.Fatalf("a freeze whose manifest is not synced: %v", err)
	}
	if err := s.tenant.SetParameter("minor_compact_trigger", "0"); err == nil || state != dead {
		t.Fatalf("a merge on a dying disk: %v", err)
	}
	_ = s.tenant.Close() // of a dead file system
	rng := rand.New(rand.NewPCG(1, 1))
	s.afterCrash(fs.CrashClone(vfs.CrashCloneCfg{}), rng)
	s.afterCrash(fs, rng)
}

// stride is how far apart the operations are at which a history is stopped.
func stride() int {
	if testing.Short() {
		return 7
	}
	return 1
}

// afterCrash opens what a crash left, after a second crash while it is opened, and goes on.
func (s *script) afterCrash(left *vfs.MemFS, rng *rand.Rand) {
	s.t.Helper()
	k := &killer{left: rng.IntN(40)}
	again := newScript(s.t, k.wrap(left), giveUp)
	again.kept, again.last, again.now = slices.Clone(s.kept), s.last, maps.Clone(s.kept[s.last])
	if err := again.open(); err == nil {
		_ = again.tenant.Close() // may die there
	}
	left = left.CrashClone(vfs.CrashCloneCfg{UnsyncedDataPercent: rng.IntN(2) * 50, RNG: rng})

	again.fs, again.table = left, nil
	if err := again.open(); err != nil {
		s.t.Errorf("open: %v", err)
		return
	}
	checkFiles(s.t, left, again.tenant)
	steps := []func() error{again.write(1, 25), again.minor, again.write(15, 30), again.close,
		again.open, again.close}
	if again.table == nil {
		steps = append([]func() error{again.create}, steps...)
	}
	for _, step := range steps {
		if err := step(); err != nil {
			s.t.Errorf("after the crash: %v", err)
		}
	}
	checkClosed(s.t, left)
}
