package record

// A phase line, shortened:
//
//	{"kind":"phase","label":"mem1","warm":false,"script":"oltp_read_only","start":1.5,"end":11.5,
//	 "seconds":10,"events":3568,"queries":{"read":49952,"write":0,"other":0,"total":49952},
//	 "qps":4992.38,"intervals":[5041.2],"server_cpu_s":14.1,
//	 "audit":{"get":{"n":9000,"returned":1.0,"returned_sd":0.0, ...}},
//	 "samples":[{"at":1.5,"active_span":8388608,"freeze_cnt":0,"memstore_used":8388608,
//	   "stacks":{"sbtest1":"Ba"},"sysstat":{"memstore":37050398, ...}}],
//	 "stdout":"...","stderr":""}
//
// What was measured may be null or missing as a whole: the phase is blanked then, or sysbench
// failed. What is there is complete: an audit without one of its means is an error, not a zero.

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Phase is sysbench with one script. What was measured is zero if it is blanked; so it also is
// where sysbench did not say.
type Phase struct {
	Label      string
	Script     string  // sysbench's: oltp_read_only
	Warm       bool    // only to fill the caches, not to be judged
	Start, End float64 // Unix seconds
	Seconds    float64 // sysbench's --time

	Events           int64
	Queries          Queries
	QPS              float64
	Intervals        []float64 // QPS of every second
	ServerCPUSeconds float64
	Audit            map[string]Stat // by kind: get, range, sum, order, distinct, other
	Samples          []Sample        // about one a second
	Stdout, Stderr   string          // sysbench's
}

// Queries counts statements as sysbench classes them. Write is always known when a script writes:
// it is what was done to the tables. The other counts are measured.
type Queries struct{ Read, Write, Other, Total int64 }

// Stat holds means over the last N audit rows of one kind of statement in a phase, and their
// standard deviations. Names are those of Audit; RowsRead is Memstore + Ssstore.
type Stat struct {
	N                      int64
	Returned, ReturnedSD   float64
	Memstore, MemstoreSD   float64
	Ssstore, SsstoreSD     float64
	RowsRead, RowsReadSD   float64
	BsRows, BsRowsSD       float64
	BsBlocks, BsBlocksSD   float64
	FuseHit, FuseHitSD     float64
	ExecUs, ExecUsSD       float64
	ElapsedUs, ElapsedUsSD float64
	PlanUs, PlanUsSD       float64
	QueueUs, QueueUsSD     float64
}

// Sample is what the server showed during a phase.
type Sample struct {
	At           float64 // Unix seconds
	ActiveSpan   int64   // bytes of active memtables
	FreezeCnt    int64
	MemstoreUsed int64 // bytes
	// Stacks holds, by table, a letter for every run a read would open: B base, m minor, i mini,
	// f frozen memtable, a active memtable, ? anything else.
	Stacks  map[string]string
	Sysstat map[string]int64 // rows read so far, by kind of table: GV$SYSSTAT
	Error   string           // why there is nothing but At
}

// statementKinds are the statements of sysbench's OLTP scripts.
var statementKinds = []string{"get", "range", "sum", "order", "distinct", "other"}

// readOnlyScripts are sysbench 1.0.20's scripts without a write. Any other, also one of the user's
// own, must say how much it wrote.
var readOnlyScripts = []string{
	"oltp_read_only", "oltp_point_select", "select_random_points", "select_random_ranges",
}

// readPhase takes a phase line.
func readPhase(o *object) *Phase {
	p := &Phase{
		Label:   o.need("label").str(),
		Script:  o.need("script").str(),
		Warm:    o.need("warm").boolean(),
		Seconds: o.need("seconds").number(waitSecondsMax),
		Events:  o.maybe("events").integer(0, math.MaxInt64),
		QPS:     o.maybe("qps").number(math.MaxFloat64),
		Stdout:  o.maybe("stdout").str(),
		Stderr:  o.maybe("stderr").str(),

		ServerCPUSeconds: o.maybe("server_cpu_s").number(math.MaxFloat64),
	}
	p.Start, p.End = readPeriod(o)
	reads := slices.Contains(readOnlyScripts, p.Script)
	if queries := o.maybe("queries"); queries.given() || !reads {
		p.Queries = readQueries(o.need("queries").object(), reads)
	}
	o.maybe("intervals").list(func(e value) {
		p.Intervals = append(p.Intervals, e.number(math.MaxFloat64))
	})
	if audit := o.maybe("audit"); audit.given() {
		p.Audit = readAudits(audit)
	}
	o.maybe("samples").list(func(e value) {
		p.Samples = append(p.Samples, readSample(e.object()))
	})
	return p
}

// readQueries takes the counts of statements. How much a script wrote must be there, unless the
// script is known to write nothing.
func readQueries(o *object, readOnly bool) Queries {
	q := Queries{
		Read:  o.maybe("read").integer(0, math.MaxInt64),
		Write: o.maybe("write").integer(0, math.MaxInt64),
		Other: o.maybe("other").integer(0, math.MaxInt64),
		Total: o.maybe("total").integer(0, math.MaxInt64),
	}
	if !readOnly {
		o.need("write").integer(0, math.MaxInt64)
	}
	o.done()
	return q
}

// readAudits takes the audit of a phase, by kind of statement.
func readAudits(v value) map[string]Stat {
	audits := make(map[string]Stat, len(statementKinds))
	v.entries(func(kind string, e value) {
		if !slices.Contains(statementKinds, kind) {
			e.fail(fmt.Errorf("unknown statement kind%s", hint(kind, statementKinds)))
			return
		}
		audits[kind] = readStat(e.object())
	})
	return audits
}

// readStat takes the means and standard deviations of one kind of statement, all of them.
func readStat(o *object) Stat {
	s := Stat{N: o.need("n").integer(0, math.MaxInt64)}
	for _, f := range []struct {
		mean, sd     string
		toMean, toSD *float64
	}{
		{"returned", "returned_sd", &s.Returned, &s.ReturnedSD},
		{"memstore", "memstore_sd", &s.Memstore, &s.MemstoreSD},
		{"ssstore", "ssstore_sd", &s.Ssstore, &s.SsstoreSD},
		{"bs_rows", "bs_rows_sd", &s.BsRows, &s.BsRowsSD},
		{"bs_blocks", "bs_blocks_sd", &s.BsBlocks, &s.BsBlocksSD},
		{"fuse_hit", "fuse_hit_sd", &s.FuseHit, &s.FuseHitSD},
		{"exec_us", "exec_us_sd", &s.ExecUs, &s.ExecUsSD},
		{"elapsed_us", "elapsed_us_sd", &s.ElapsedUs, &s.ElapsedUsSD},
		{"plan_us", "plan_us_sd", &s.PlanUs, &s.PlanUsSD},
		{"queue_us", "queue_us_sd", &s.QueueUs, &s.QueueUsSD},
		{"rows_read", "rows_read_sd", &s.RowsRead, &s.RowsReadSD},
	} {
		*f.toMean = o.need(f.mean).number(math.MaxFloat64)
		*f.toSD = o.need(f.sd).number(math.MaxFloat64)
	}
	o.done()
	return s
}

// stackLetters are the letters of Sample.Stacks.
const stackLetters = "Bmifa?"

// readSample takes one sample: all of it, or a time and why it failed.
func readSample(o *object) Sample {
	s := Sample{At: o.need("at").number(epochSecondsMax)}
	if failed := o.maybe("error"); failed.given() {
		s.Error = failed.str()
		o.done()
		return s
	}
	s.ActiveSpan = o.need("active_span").integer(0, math.MaxInt64)
	s.FreezeCnt = o.need("freeze_cnt").integer(0, math.MaxInt64)
	s.MemstoreUsed = o.need("memstore_used").integer(0, math.MaxInt64)
	s.Stacks = map[string]string{}
	o.need("stacks").entries(func(table string, e value) {
		letters := e.str()
		if strings.Trim(letters, stackLetters) != "" {
			e.fail(fmt.Errorf("%q: letters are %s", shown(letters), stackLetters))
		}
		s.Stacks[table] = letters
	})
	s.Sysstat = map[string]int64{}
	o.need("sysstat").entries(func(name string, e value) {
		s.Sysstat[name] = e.integer(0, math.MaxInt64)
	})
	o.done()
	return s
}
