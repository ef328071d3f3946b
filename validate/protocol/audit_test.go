package protocol

import (
	"math"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/validate/record"
)

func TestRingKeepsTheLast(t *testing.T) {
	r := ring{rows: make([]auditRow, 3)}
	if len(r.kept()) != 0 {
		t.Error("an empty ring has rows")
	}
	for i := range int64(5) {
		r.add(&lsm.Counters{Memstore: i}, i)
	}
	sum := int64(0)
	for _, row := range r.kept() {
		sum += row.memstore
	}
	if len(r.kept()) != 3 || sum != 2+3+4 {
		t.Errorf("%d rows with the sum %d, want the last 3", len(r.kept()), sum)
	}
}

func TestAuditOfWorkers(t *testing.T) {
	var per workload.Counts
	per[workload.Get], per[workload.Range] = 10, 1
	a, b := newAudits(per, 2), newAudits(per, 2)
	if len(a[workload.Sum].rows) > 0 || len(a[workload.Get].rows) != auditRows/2 {
		t.Fatal("a worker has its part of the audit, for the kinds of its script")
	}
	a[workload.Range].add(&lsm.Counters{Returned: 100, Memstore: 10, Ssstore: 90, BsRows: 50,
		BsBlocks: 2, FuseHit: 1}, 4_000)
	b[workload.Range].add(&lsm.Counters{Returned: 100, Memstore: 20, Ssstore: 140, BsRows: 70,
		BsBlocks: 4, FuseHit: 0}, 6_000)
	b[workload.Range].add(&lsm.Counters{Returned: 100, Memstore: 30, Ssstore: 70, BsRows: 60,
		BsBlocks: 3, FuseHit: 2}, 8_000)

	got := auditOf([]*audits{&a, &b})
	want := record.Stat{N: 3, Returned: 100, Memstore: 20, MemstoreSD: 10, Ssstore: 100,
		SsstoreSD: 36.0555, RowsRead: 120, RowsReadSD: 34.641, BsRows: 60, BsRowsSD: 10,
		BsBlocks: 3, BsBlocksSD: 1, FuseHit: 1, FuseHitSD: 1, ElapsedUs: 6, ElapsedUsSD: 2,
		ExecUs: 6, ExecUsSD: 2}
	if len(got) != 1 || got["range"] != want {
		t.Errorf("got %+v\nwant only range: %+v", got, want)
	}
}

func TestMeanSD(t *testing.T) {
	value := func(r *auditRow) int64 { return r.memstore }
	for _, c := range []struct {
		values   []int64
		mean, sd float64
	}{
		{[]int64{7}, 7, 0},
		{[]int64{1, 2}, 1.5, 0.7071},
		{[]int64{1_000_000_007, 1_000_000_007, 1_000_000_007}, 1_000_000_007, 0},
		{[]int64{1_000_000_000, 1_000_000_002}, 1_000_000_001, 1.4142},
	} {
		var rows []auditRow
		for _, v := range c.values {
			rows = append(rows, auditRow{memstore: v})
		}
		if mean, sd := meanSD(rows, value, 1); mean != c.mean || sd != c.sd {
			t.Errorf("%v: %v and %v, want %v and %v", c.values, mean, sd, c.mean, c.sd)
		}
	}
	if got := round4(math.Pi); got != 3.1416 {
		t.Errorf("rounded to %v", got)
	}
}
