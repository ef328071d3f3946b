package timeline

import (
	"time"

	"github.com/readamp/readamp/lsm"
)

// majors is the state of the tenant's major freeze.
type majors struct {
	count    int           // major freezes made
	snapshot lsm.SCN       // of the last
	at       time.Duration // when it was made
	reason   string
}

// majorFreeze freezes everything and merges every tablet into a new base. One that is asked for
// while another runs is ignored, as the server does.
func (t *Tenant) majorFreeze(reason string) {
	for _, b := range t.tablets {
		if t.lacksMajor(b) {
			return
		}
	}
	t.freeze(reason)
	t.majors.count++
	t.majors.snapshot, t.majors.at, t.majors.reason = t.scn(), t.now, reason
	t.memory.sinceMajor = 0
	for _, b := range t.tablets {
		t.followMajor(b)
	}
}

// lacksMajor says that the last major freeze has not been merged into a tablet's base yet.
func (t *Tenant) lacksMajor(b *tablet) bool { return b.base.end < t.majors.snapshot }

// followMajor has a tablet merged for the last major freeze. One for which a medium is due gets
// that first.
func (t *Tenant) followMajor(b *tablet) {
	if b.major || !t.lacksMajor(b) {
		return
	}
	b.major, b.snapshot, b.kind = true, t.majors.snapshot, MergeMajor
	b.reason = t.majors.reason
	t.continueMajor(b)
}

// continueMajor queues the merge of a tablet into a new base once all memtables older than the
// snapshot are dumped and no other merge of it runs.
func (t *Tenant) continueMajor(b *tablet) {
	if !b.major || b.merging || len(b.frozen) > 0 && b.frozen[0].end <= b.snapshot {
		return
	}
	b.merging = true
	m := &merge{record: MergeRecord{Tablet: b.name, Kind: b.kind, Reason: b.reason}}
	var inputs []*table
	var part Part
	m.begin = func() bool {
		for _, r := range b.inc {
			if r.end <= b.snapshot {
				inputs = append(inputs, r)
			}
		}
		b.kept = max(b.kept, t.keep())
		part = b.content.Major(b.base.part, parts(inputs), b.snapshot)
		m.takes(parts(inputs))
		m.versions += b.base.part.Size().Versions
		if len(inputs) > 0 { // else the base's blocks are all reused
			m.record.InputRows += b.base.part.Size().PhysicalRows
		}
		return true
	}
	m.end = func() {
		kind := lsm.Major
		if m.record.Kind == MergeMeta {
			kind = lsm.MetaMajor
		}
		out := t.put(b, m, part, kind, 0, b.snapshot)
		t.die([]*table{b.base})
		b.base = out
		b.inc = b.inc[len(inputs):]
		t.pass(b, inputs)
		b.merging, b.major = false, false
		b.activity.covered(inputs, b.snapshot)
		t.followMajor(b)
	}
	t.enqueue(t.low, m)
}

// pass keeps what a major took in readable until the end of its transactions is known.
func (t *Tenant) pass(b *tablet, inputs []*table) {
	for _, r := range inputs {
		if r.known <= t.now {
			t.die([]*table{r})
			continue
		}
		b.passed = append(b.passed, r)
		t.queue.at(r.known, func() {
			t.die([]*table{r})
			b.passed = b.passed[1:]
		})
	}
}

// nextRefresh is when the server next looks whether transactions have ended.
func (t *Tenant) nextRefresh() time.Duration {
	return t.now.Truncate(transactionRefresh) + transactionRefresh
}

// keep is the multi-version start: versions at or below it may be folded
// (ObTenantFreezeInfoMgr::get_min_reserved_snapshot). It is the youngest of what undo_retention
// and the last report of active transactions allow, held back by pinned snapshots.
func (t *Tenant) keep() lsm.SCN {
	keep := t.now.Truncate(snapshotRenewal) - t.options.UndoRetention
	keep = min(keep, t.lastReport())
	for _, p := range t.config.Pins {
		if p.From <= t.now && t.now < p.To {
			keep = min(keep, p.From)
		}
	}
	if keep < 0 {
		return 0
	}
	return lsm.SCN(keep)
}

const (
	// snapshotRenewal is how often snapshot_gc_scn is renewed.
	snapshotRenewal = 10 * time.Second
	// transactionReport is how often each server reports its oldest active transaction.
	transactionReport = 10 * time.Minute
	// reportLag is how far a report is behind the clock (1.4 to 5 s, measured).
	reportLag = 3 * time.Second
)

// lastReport is the snapshot of the last report of the oldest active transaction. Transactions of
// the workloads are short.
func (t *Tenant) lastReport() time.Duration {
	phase := t.config.Timing.ReportPhase
	if t.now < phase {
		return phase - transactionReport - reportLag
	}
	return phase + (t.now - phase).Truncate(transactionReport) - reportLag
}
