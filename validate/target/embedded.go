package target

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/lsm/rows"
	"github.com/readamp/readamp/validate/record"
)

// EmbeddedOptions say what an embedded engine is like.
type EmbeddedOptions struct {
	// Options are the server's parameters and Rules those of its version.
	Options lsm.Options
	Rules   lsm.Rules
	// Unit and Server are the tenant's memory: what it is given and what a server reported.
	Unit   freeze.Unit
	Server freeze.Server
	// BlockRows are the rows that share a block in sysbench's tables.
	BlockRows lsm.BlockRows
	// BlockCacheBytes is the size of the block cache; 0 means none.
	BlockCacheBytes int64
	// FuseCacheRows is how many rows each table's fuse row cache keeps.
	FuseCacheRows int
}

// Embedded is the engine on stored rows (package rows) as a target: sysbench's tables in this
// process, without SQL and without a network. It is safe for sessions that run at the same time.
//
// A watch looks at the memstore every [watchInterval] and freezes it as the server would. While the
// memstore is above its limit, statements that write wait until dumps have made room; the server
// fails them. Before that it slows writes down (writing_throttling_trigger_percentage), which is
// left out here, as is what the server does as time passes (adaptive compaction, fast freeze, daily
// major freezes).
type Embedded struct {
	rules  lsm.Rules
	given  EmbeddedOptions
	tenant *rows.Tenant
	tables []*rows.Table // as prepared
	size   int64         // rows of each of them

	tablets atomic.Int64 // of tables and indexes

	settings sync.Mutex // of options
	options  lsm.Options
	limits   atomic.Pointer[freeze.Limits]

	freezing    sync.Mutex   // held during a freeze and what follows from it
	busy        atomic.Bool  // a freeze by memory is under way
	freezes     atomic.Int64 // since the last major
	past        past
	room        room
	history     history
	stop        chan struct{}
	watch, work sync.WaitGroup
	closing     sync.Once
}

// NewEmbedded makes an engine without tables. It is an error if the parameters leave no memory for
// a memstore.
func NewEmbedded(o EmbeddedOptions) (*Embedded, error) {
	o.Options = timeless(o.Options)
	e := &Embedded{rules: o.Rules, given: o, options: o.Options, stop: make(chan struct{})}
	e.room.init()
	if err := e.resolve(o.Options); err != nil {
		return nil, err
	}
	e.tenant = rows.NewTenant(rows.Config{Options: o.Options, Rules: o.Rules,
		BlockCacheBytes: o.BlockCacheBytes, FuseCacheRows: o.FuseCacheRows, Concurrent: true,
		OnMerge: e.history.add, Clock: time.Now})
	e.watch.Go(e.look)
	return e, nil
}

// resolve finds the borders of the memstore.
func (e *Embedded) resolve(o lsm.Options) error {
	l := freeze.Resolve(o, e.rules, e.given.Unit, freeze.Hold{}, e.given.Server)
	if l.MemstoreLimitBytes < freeze.PageBytes || l.TriggerBytes <= 0 {
		return fmt.Errorf("target: a unit of %d bytes leaves a memstore of %d bytes: too little",
			e.given.Unit.MemoryBytes, l.MemstoreLimitBytes)
	}
	e.limits.Store(&l)
	return nil
}

// seekdbVersion is the version that the rules of seekdb were read and measured on.
const seekdbVersion = "seekdb-v1.2.0.0"

// Engine says that it is no server, and whose rules hold.
func (e *Embedded) Engine() string {
	version := "OceanBase " + e.rules.Version
	if strings.HasPrefix(e.rules.Version, "seekdb") {
		version = seekdbVersion
	}
	return "readamp embedded, rules of " + version
}

// Do executes an action. A freeze can't be stopped once it has begun.
func (e *Embedded) Do(ctx context.Context, a record.Action) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	switch a.Kind {
	case record.FreezeMajor, record.FreezeMinor:
		return e.freeze(a.Kind)
	case record.SetParameter:
		return e.set(a.Name, a.Value)
	}
	return fmt.Errorf("target: unknown action %d", a.Kind)
}

// set changes a parameter.
func (e *Embedded) set(name, value string) error {
	e.settings.Lock()
	defer e.settings.Unlock()
	o := e.options
	if err := o.Set(name, value); err != nil {
		return fmt.Errorf("target: %w", err)
	}
	if timeless(o) != o {
		return fmt.Errorf("target: %s=%s: the embedded engine has nothing that it could turn on",
			name, value)
	}
	before := e.limits.Load()
	if err := e.resolve(o); err != nil {
		return err
	}
	if err := e.tenant.SetParameter(name, value); err != nil {
		e.limits.Store(before)
		return err
	}
	e.options = o
	return nil
}

// CPUSeconds is the processor time of this process: of clients and engine together. It is 0 where
// the operating system doesn't tell.
func (e *Embedded) CPUSeconds() float64 { return processCPUSeconds() }

// Close ends the engine and frees its memory. The error is that of a freeze that failed by itself.
func (e *Embedded) Close() error {
	var err error
	e.closing.Do(func() {
		close(e.stop)
		e.watch.Wait()
		e.work.Wait()
		err = errors.Join(e.room.failure(), e.tenant.Close())
	})
	return err
}
