package protocol

import (
	"math"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/validate/record"
)

// auditRows is how many of the last statements of each kind an audit covers. The server's ring of
// audit rows is finite too, and the recorded runs read 20,000 of them: gets change as caches fill
// in a phase, so the same end of it must be looked at.
const auditRows = 20_000

// readKinds is the number of kinds of statements that read.
const readKinds = int(workload.Distinct) + 1

// auditRow is one audited statement: less than all its counters, since every statement writes one.
type auditRow struct {
	returned, memstore, ssstore, bsRows, bsBlocks, fuseHit int64

	nanos int64
}

// ring holds the last rows of one kind of one worker.
type ring struct {
	rows []auditRow
	next int
	n    int64 // rows ever added
}

// add keeps a row in place of the oldest one.
func (r *ring) add(c *lsm.Counters, nanos int64) {
	r.rows[r.next] = auditRow{c.Returned, c.Memstore, c.Ssstore, c.BsRows, c.BsBlocks, c.FuseHit,
		nanos}
	r.n++
	if r.next++; r.next == len(r.rows) {
		r.next = 0
	}
}

// kept are the rows that are still there, in no order.
func (r *ring) kept() []auditRow { return r.rows[:min(r.n, int64(len(r.rows)))] }

// audits are the rings of one worker by kind; those of kinds a script does not have are empty.
type audits [readKinds]ring

// newAudits makes the rings of one of so many workers.
func newAudits(per workload.Counts, workers int) (a audits) {
	for kind := range a {
		if per[kind] > 0 {
			a[kind].rows = make([]auditRow, (auditRows+workers-1)/workers)
		}
	}
	return a
}

// auditOf puts the workers' rings together, by the kinds' names; nil of loads that read nothing.
func auditOf(all []*audits) map[string]record.Stat {
	var stats map[string]record.Stat
	for kind := range readKinds {
		var rows []auditRow
		for _, a := range all {
			rows = append(rows, a[kind].kept()...)
		}
		if len(rows) == 0 {
			continue
		}
		if stats == nil {
			stats = map[string]record.Stat{}
		}
		stats[workload.Kind(kind).String()] = statOf(rows)
	}
	return stats
}

// statOf is the mean and the standard deviation of every figure. There is no plan and no queue in
// front of a target, so a statement's whole time is its execution.
func statOf(rows []auditRow) record.Stat {
	s := record.Stat{N: int64(len(rows))}
	for _, f := range []struct {
		mean, sd *float64
		of       func(*auditRow) int64
	}{
		{&s.Returned, &s.ReturnedSD, func(r *auditRow) int64 { return r.returned }},
		{&s.Memstore, &s.MemstoreSD, func(r *auditRow) int64 { return r.memstore }},
		{&s.Ssstore, &s.SsstoreSD, func(r *auditRow) int64 { return r.ssstore }},
		{&s.RowsRead, &s.RowsReadSD, func(r *auditRow) int64 { return r.memstore + r.ssstore }},
		{&s.BsRows, &s.BsRowsSD, func(r *auditRow) int64 { return r.bsRows }},
		{&s.BsBlocks, &s.BsBlocksSD, func(r *auditRow) int64 { return r.bsBlocks }},
		{&s.FuseHit, &s.FuseHitSD, func(r *auditRow) int64 { return r.fuseHit }},
	} {
		*f.mean, *f.sd = meanSD(rows, f.of, 1)
	}
	nanos := func(r *auditRow) int64 { return r.nanos }
	s.ElapsedUs, s.ElapsedUsSD = meanSD(rows, nanos, nanosPerMicro)
	s.ExecUs, s.ExecUsSD = s.ElapsedUs, s.ElapsedUsSD
	return s
}

// meanSD is the mean and the standard deviation of a sample in some unit, in two passes so that
// equal values have none; rounded as recorded runs have them. One value has no deviation: 0.
func meanSD(rows []auditRow, of func(*auditRow) int64, unit float64) (mean, sd float64) {
	for i := range rows {
		mean += float64(of(&rows[i]))
	}
	mean /= float64(len(rows))
	for i := range rows {
		d := float64(of(&rows[i])) - mean
		sd += d * d
	}
	sd = math.Sqrt(sd / float64(max(len(rows)-1, 1)))
	return round4(mean / unit), round4(sd / unit)
}

// round4 rounds to four decimals.
func round4(x float64) float64 { return math.Round(x*1e4) / 1e4 }

const nanosPerMicro = 1e3

// micros is nanoseconds in microseconds.
func micros(nanos int64) float64 { return float64(nanos) / nanosPerMicro }
