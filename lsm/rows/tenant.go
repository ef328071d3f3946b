package rows

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/readamp/readamp/lsm"
)

// Config is how a tenant is set up.
type Config struct {
	Options lsm.Options
	Rules   lsm.Rules

	// BlockCacheBytes is the size of the block cache; 0 means none.
	BlockCacheBytes int64
	// FuseCacheRows is how many rows each tablet's fuse row cache keeps.
	FuseCacheRows int
	// Concurrent is for sessions that run at the same time. What the server does as time passes
	// (adaptive compaction, rows read for a tablet's state) is left out then: simulated time is
	// for histories driven by hand.
	Concurrent bool

	// OnMerge, if not nil, is told of every dump and merge when it is done; it must not call the
	// tenant. Clock gives the times, which are zero without it.
	OnMerge func(MergeEvent)
	Clock   func() time.Time
}

// MergeEvent is a dump or merge that was made.
type MergeEvent struct {
	Tablet        string
	Kind          lsm.RunKind // of what came out
	Inputs        int         // memtables or runs
	Rows, Bytes   int64       // of what came out; rows are physical
	Start, Finish time.Time
}

// clock is the time for a MergeEvent.
func (n *Tenant) clock() time.Time {
	if n.config.Clock == nil {
		return time.Time{}
	}
	return n.config.Clock()
}

// Tenant is a set of tables that share parameters, freezes and caches.
type Tenant struct {
	config Config
	files  files
	folder *folder // the same, nil in memory
	cache  *blockCache

	changes sync.Mutex   // of freezes, merges, tables and parameters
	gate    sync.RWMutex // read-locked by transactions that write, locked to switch memtables
	setting lsm.Setting
	tables  []*Table
	numbers int // tablets made
	file    uint64
	keep    lsm.SCN
	closed  bool

	all     atomic.Pointer[[]*Tablet]   // for those who look without a lock
	options atomic.Pointer[lsm.Options] // likewise; setting has the same
	commit  sync.Mutex
	visible atomic.Uint64 // the newest commit that readers see
	trx     atomic.Uint64
	open    atomic.Int64 // transactions begun and not ended
}

// ErrClosed is returned for what comes after Close.
var ErrClosed = errors.New("rows: the tenant is closed")

// ErrTransaction is returned for a transaction statement or a freeze out of place.
var ErrTransaction = errors.New("rows: statement out of place in a transaction")

// NewTenant makes a tenant in memory, without tables.
func NewTenant(c Config) *Tenant { return newTenant(c, newMemoryFiles()) }

func newTenant(c Config, f files) *Tenant {
	n := &Tenant{config: c, files: f}
	n.setting.Options, n.setting.Rules = c.Options, c.Rules
	n.all.Store(&[]*Tablet{})
	n.options.Store(&c.Options)
	if c.BlockCacheBytes > 0 {
		n.cache = newBlockCache(c.BlockCacheBytes)
	}
	return n
}

// Close frees what the tenant holds. No session may be at work; what comes later is [ErrClosed].
//
// Of a tenant in a folder the memtables are written first. Where that fails, what was committed
// since the last freeze is lost, as in a crash; the rest is freed all the same.
func (n *Tenant) Close() error {
	n.changes.Lock()
	defer n.changes.Unlock()
	if n.closed {
		return nil
	}
	n.closed = true
	return errors.Join(n.saveAll(), n.release())
}

// release lets go of memory and files, which stay where they are.
func (n *Tenant) release() error {
	_ = n.tablets(func(t *Tablet) error {
		v := t.current.Swap(nil)
		for _, r := range v.runs() {
			r.drop = nil
		}
		v.letGo()
		return nil
	})
	if n.cache != nil {
		n.cache.close()
	}
	if n.folder == nil {
		return nil
	}
	return n.folder.close()
}

// beginChange locks the tenant for a change, unless it is closed.
func (n *Tenant) beginChange() error {
	n.changes.Lock()
	if n.closed {
		n.changes.Unlock()
		return ErrClosed
	}
	return nil
}

// Options are the parameters in force.
func (n *Tenant) Options() lsm.Options { return *n.options.Load() }

// Now is the newest commit; a read at it ([Session.ReadAt]) sees everything committed so far.
func (n *Tenant) Now() lsm.SCN { return lsm.SCN(n.visible.Load()) }

func (n *Tenant) newFile() uint64 {
	n.file++
	return n.file
}

// KeepVersionsAbove moves the multi-version start: merges from now on fold what is at or below it.
// A tenant begins with 0, so that every version is kept.
func (n *Tenant) KeepVersionsAbove(scn lsm.SCN) {
	n.changes.Lock()
	defer n.changes.Unlock()
	n.keep = max(n.keep, scn)
}

// MultiVersionStart is what KeepVersionsAbove set last.
func (n *Tenant) MultiVersionStart() lsm.SCN {
	n.changes.Lock()
	defer n.changes.Unlock()
	return n.keep
}

// SetParameter changes a server parameter; minor merges that the new value asks for are made.
func (n *Tenant) SetParameter(name, value string) error {
	if err := n.beginChange(); err != nil {
		return err
	}
	defer n.changes.Unlock()
	o := n.setting.Options
	if err := o.Set(name, value); err != nil {
		return err
	}
	n.setting.Options = o
	n.options.Store(&o)
	if err := n.tablets((*Tablet).compact); err != nil {
		return err
	}
	return n.save()
}

// tablets calls visit for every tablet until one fails.
func (n *Tenant) tablets(visit func(*Tablet) error) error {
	for _, t := range n.tables {
		for _, tablet := range t.tablets() {
			if err := visit(tablet); err != nil {
				return err
			}
		}
	}
	return nil
}

// switchMemtables waits for the transactions that write, and sets all memtables aside. In a
// history driven by hand there is nobody to wait for.
func (n *Tenant) switchMemtables() error {
	if !n.config.Concurrent && n.open.Load() > 0 {
		return fmt.Errorf("%w: a freeze inside one is not modelled", ErrTransaction)
	}
	n.gate.Lock()
	defer n.gate.Unlock()
	return n.tablets(func(t *Tablet) error {
		t.stack.Freeze()
		t.freeze()
		return nil
	})
}

// MinorFreeze dumps every tablet that has new rows into a mini and makes the minor merges that
// follow (ALTER SYSTEM MINOR FREEZE, waited until nothing is left to do). If a dump fails its rows
// stay in memory, and the next freeze tries again.
func (n *Tenant) MinorFreeze() error {
	if err := n.beginChange(); err != nil {
		return err
	}
	defer n.changes.Unlock()
	if err := n.switchMemtables(); err != nil {
		return err
	}
	if err := n.dump(); err != nil {
		return err
	}
	if err := n.tablets((*Tablet).compact); err != nil {
		return err
	}
	return n.advance(lsm.MinorFreezeTime)
}

// MajorFreeze dumps what is in memory and merges every tablet into a new base.
func (n *Tenant) MajorFreeze() error {
	if err := n.beginChange(); err != nil {
		return err
	}
	defer n.changes.Unlock()
	if err := n.switchMemtables(); err != nil {
		return err
	}
	snapshot := n.nextSCN()
	if err := n.dump(); err != nil {
		return err
	}
	err := n.tablets(func(t *Tablet) error {
		base, err := t.newBase(snapshot)
		if err != nil {
			return err
		}
		t.stack.TakeMajor(base, n.setting.Now)
		t.publish()
		return nil
	})
	if err != nil {
		return err
	}
	return n.advance(lsm.MajorFreezeTime)
}

// dump writes the frozen memtables of all tablets.
func (n *Tenant) dump() error {
	if err := n.tablets((*Tablet).dumpAll); err != nil {
		return err
	}
	return n.save()
}

func (t *Tablet) dumpAll() error {
	for len(t.frozen) > 0 {
		if err := t.dump(); err != nil {
			return err
		}
	}
	return nil
}

// nextSCN is a commit of its own.
func (n *Tenant) nextSCN() lsm.SCN {
	n.commit.Lock()
	defer n.commit.Unlock()
	return lsm.SCN(n.visible.Add(1))
}

// FlushCache empties the caches (ALTER SYSTEM FLUSH KVCACHE).
func (n *Tenant) FlushCache() {
	if n.beginChange() != nil {
		return // nothing is cached any more
	}
	defer n.changes.Unlock()
	_ = n.tablets(func(t *Tablet) error {
		t.forget()
		return nil
	})
}

// advance lets simulated time pass: adaptive compaction looks at every tablet in each round of the
// scheduling loops.
func (n *Tenant) advance(d time.Duration) error {
	if n.config.Concurrent {
		return n.save()
	}
	for range n.setting.Ticks(d) {
		err := n.tablets(func(t *Tablet) error {
			for decision := range t.stack.Loops() {
				if err := t.carryOut(decision); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return n.save()
}

// Advance lets simulated time pass (see [lsm.Tenant.Advance]).
func (n *Tenant) Advance(d time.Duration) error {
	if err := n.beginChange(); err != nil {
		return err
	}
	defer n.changes.Unlock()
	return n.advance(d)
}

// MemstoreBytes are the bytes that rows would take of the server's memstore (package freeze, pages
// apart): those of active memtables, and of all that are in memory. Tables without a layout count
// nothing.
func (n *Tenant) MemstoreBytes() (active, total int64) {
	for _, t := range *n.all.Load() {
		v := t.hold()
		if v == nil {
			return 0, 0
		}
		for i, m := range v.memtables {
			bytes := m.bytes.Load()
			if total += bytes; i == 0 {
				active += bytes
			}
		}
		v.letGo()
	}
	return active, total
}
