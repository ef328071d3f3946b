package target

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/validate/record"
)

// watchInterval is how often the memstore is compared with the trigger. The server does so every
// 2 s ([freeze.CheckInterval]). Here rows come many times as fast, since there is no SQL and no
// network: in 2 s they would overshoot the trigger by many times what they do there.
const watchInterval = 10 * time.Millisecond

// look is the watch: it freezes by memory and lets writers wait for room.
func (e *Embedded) look() {
	ticker := time.NewTicker(watchInterval)
	defer ticker.Stop()
	for {
		select {
		case <-e.stop:
			return
		case <-ticker.C:
			e.past.note(time.Now(), e.tenant.Now(), pastStep)
			l, f := e.limits.Load(), e.figures()
			full := l.Full(f)
			e.room.set(full)
			// A memstore that is full before the trigger comes would stay so.
			if full || freeze.ShouldFreeze(e.rules, *l, f) {
				e.freezeByMemory()
			}
		}
	}
}

// freezeByMemory begins a freeze unless one is under way.
func (e *Embedded) freezeByMemory() {
	if !e.busy.CompareAndSwap(false, true) {
		return
	}
	e.work.Go(func() {
		defer e.busy.Store(false)
		kind := record.FreezeMinor
		e.settings.Lock()
		if freeze.MajorInstead(e.options, e.freezes.Load()) {
			kind = record.FreezeMajor
		}
		e.settings.Unlock()
		e.freezing.Lock()
		defer e.freezing.Unlock()
		if active, _ := e.tenant.MemstoreBytes(); active == 0 {
			return // a freeze that was asked for came before
		}
		if err := e.freezeNow(kind); err != nil {
			e.room.fail(err)
		}
	})
}

// freeze freezes the tenant and makes every dump and merge that follows.
func (e *Embedded) freeze(kind record.ActionKind) error {
	e.freezing.Lock()
	defer e.freezing.Unlock()
	return e.freezeNow(kind)
}

// freezeNow is freeze under its lock.
func (e *Embedded) freezeNow(kind record.ActionKind) error {
	e.settings.Lock()
	retention := e.options.UndoRetention
	e.settings.Unlock()
	now := time.Now()
	e.past.note(now, e.tenant.Now(), 0)
	e.tenant.KeepVersionsAbove(e.past.at(now.Add(-retention)))
	if kind == record.FreezeMajor {
		e.freezes.Store(0)
		return e.tenant.MajorFreeze()
	}
	e.freezes.Add(1)
	return e.tenant.MinorFreeze()
}

// figures are the pages that the rows in memory would take of the server's memstore. Each memtable
// writes to an open page of its group, which on average is half full: so many bytes of the rows are
// not in filled pages. The pages of the server's own tables, which share the memstore, are left
// out.
func (e *Embedded) figures() freeze.Figures {
	active, total := e.tenant.MemstoreBytes()
	open := e.limits.Load().OpenPages / freeze.Groups * min(e.tablets.Load(), freeze.Groups)
	if active == 0 {
		open = 0
	}
	pages := func(bytes int64) int64 { return bytes / freeze.PageRowBytes }
	retired := max(pages(active)-open/2, 0)
	frozen := pages(total - active)
	return freeze.Figures{
		RetiredBytes: retired * freeze.PageBytes,
		ActiveBytes:  (retired + open) * freeze.PageBytes,
		UsedBytes:    (frozen + retired + open) * freeze.PageBytes,
	}
}

// room is what writers wait for while the memstore is full.
type room struct {
	full  atomic.Bool // looked at before every write, without the lock
	mu    sync.Mutex
	comes *sync.Cond
	err   error // of a freeze that failed by itself: nothing can be written any more
}

func (r *room) init() { r.comes = sync.NewCond(&r.mu) }

// set says whether the memstore is full.
func (r *room) set(full bool) {
	if r.full.Load() == full {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil {
		r.full.Store(full)
		r.comes.Broadcast()
	}
}

// fail wakes all who wait, with an error; also those who come later.
func (r *room) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.err = err
	r.full.Store(true)
	r.comes.Broadcast()
}

func (r *room) failure() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err
}

// wait returns when there is room. It must not be called inside a transaction that writes: a freeze
// waits for those.
func (r *room) wait() error {
	if !r.full.Load() {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.full.Load() && r.err == nil {
		r.comes.Wait()
	}
	return r.err
}
