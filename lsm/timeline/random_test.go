package timeline_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/adaptive"
	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/lsm/keydist"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
)

// randomLoads are one to three loads, each against tables of its own.
func randomLoads(g *rand.Rand) (loads []load) {
	scripts := []string{"oltp_write_only", "oltp_update_index", "oltp_update_non_index",
		"oltp_insert", "oltp_delete", "oltp_read_write", workload.Queue}
	for range 1 + g.IntN(3) {
		l := load{script: scripts[g.IntN(len(scripts))], tables: 1 + g.IntN(3),
			rows: 100 + g.Int64N(4900), rate: float64(20 + g.IntN(400)),
			mode: adaptive.ModeNames()[g.IntN(5)]}
		if l.script != workload.Queue {
			l.args = append(l.args, "--rand-type="+keydist.Names()[g.IntN(5)],
				fmt.Sprintf("--skip-trx=%t", g.IntN(2) == 0),
				fmt.Sprintf("--create-secondary=%t", g.IntN(3) > 0))
		}
		loads = append(loads, l)
	}
	return loads
}

// randomTriggers are the values of minor_compact_trigger that differ in kind.
var randomTriggers = []int{0, 1, 2, 16}

// randomConfig is a workload of some minutes with freezes by hand and by whatever else comes.
func randomConfig(t *testing.T, seed uint64) timeline.Config {
	g := rand.New(rand.NewPCG(seed, 3))
	length := time.Duration(3+g.IntN(10)) * time.Minute
	c := newConfig(t, length, randomLoads(g)...)
	c.Seed = seed
	c.Rules = rulesFor(t, lsm.Releases[g.IntN(len(lsm.Releases))])
	o := &c.Options
	o.MinorCompactTrigger = randomTriggers[g.IntN(len(randomTriggers))]
	o.EnableAdaptiveCompaction = g.IntN(2) == 0
	o.UndoRetention = []time.Duration{0, time.Minute, 30 * time.Minute}[g.IntN(3)]
	o.CompactionScheduleInterval = []time.Duration{3, 30, 120}[g.IntN(3)] * time.Second
	o.AdvanceCheckpointInterval = []time.Duration{0, 5 * time.Minute}[g.IntN(2)]
	o.CompactionHighThreads, o.CompactionMidThreads = g.Int64N(3), g.Int64N(3)
	o.CompactionLowThreads = g.Int64N(3)
	o.RowCompactionUpdateLimit = 1 + g.Int64N(20)
	o.LogDiskSize = []int64{0, 8 * mebi, 100 * mebi}[g.IntN(3)]
	o.MajorCompactTrigger = g.Int64N(4)
	limit := int64(40+g.IntN(200)) * mebi
	c.Limits = limits(limit/100*int64(5+g.IntN(70)), limit)
	c.OpenPages = g.Int64N(freeze.Groups + 1)
	c.SmallTenant = g.IntN(2) == 0
	c.SampleEvery, c.SampleStatements = time.Minute, 5
	c.TimeOfDay = 2*time.Hour - time.Duration(g.IntN(600))*time.Second
	o.MajorFreezeDutyTime = 2 * time.Hour
	c.Timing.SnapshotDelay = []time.Duration{0, 6500 * time.Millisecond}[g.IntN(2)]
	c.Timing.MergeRowsPerSecond = []float64{100, 5000, 180_000}[g.IntN(3)]
	c.Timing.MiniRowsPerSecond = []float64{100, 5000, 100_000}[g.IntN(3)]
	for at := time.Duration(0); g.IntN(8) > 0; {
		at += time.Duration(g.IntN(60)) * time.Second
		kind := [...]string{"minor", "minor", "minor", "major"}[g.IntN(4)]
		c.Actions = append(c.Actions, timeline.Action{At: at, Freeze: kind})
	}
	if g.IntN(3) == 0 {
		from := time.Duration(g.Int64N(int64(length)))
		c.Pins = []timeline.Pin{{From: from, To: from + 2*time.Minute}}
	}
	return c
}

// TestRandomConfigurations wants that whatever is configured nothing panics, no version is lost,
// and what a tenant says of itself is possible.
func TestRandomConfigurations(t *testing.T) {
	seeds := uint64(30)
	if testing.Short() {
		seeds = 10
	}
	for seed := range seeds {
		t.Run(fmt.Sprintf("seed=%d", seed), func(t *testing.T) {
			c := randomConfig(t, seed)
			tenant := run(t, c)
			checkMerges(t, c, tenant)
			checkLives(t, c, tenant)
			checkSamples(t, c, tenant)
		})
	}
}

// checkMerges looks at every merge, and at those of one tablet and of one pool together.
func checkMerges(t *testing.T, c timeline.Config, tenant *timeline.Tenant) {
	t.Helper()
	busy := map[string]time.Duration{} // until when a merge of the tablet runs
	pools := map[string][]timeline.MergeRecord{}
	for _, m := range tenant.Merges {
		s := m.Output
		switch {
		case s.Versions < s.Keys, s.PhysicalRows < s.Versions, s.PhysicalRows > s.Versions+s.Keys,
			s.Keys < 0, s.Folded < 0, s.Dropped < 0, s.Deleted > s.Changed:
			t.Errorf("%s of %s: %+v is no table", m.Kind, m.Tablet, s)
		case m.Start < m.Queued, m.End <= m.Start, m.End > tenant.At():
			t.Errorf("%s of %s: queued %v, start %v, end %v", m.Kind, m.Tablet, m.Queued,
				m.Start, m.End)
		case m.Kind == timeline.MergeMini && m.Inputs < 1,
			m.Kind == timeline.MergeMinor && m.Inputs < 2:
			t.Errorf("%s of %s takes %d tables", m.Kind, m.Tablet, m.Inputs)
		}
		who, pool := m.Tablet, "low"
		switch m.Kind {
		case timeline.MergeMini:
			who, pool = m.Tablet+" mini", "high"
		case timeline.MergeMinor:
			pool = "mid"
		}
		if m.Start < busy[who] {
			t.Errorf("%s of %s starts at %v, while another runs", m.Kind, m.Tablet, m.Start)
		}
		busy[who] = m.End
		pools[pool] = append(pools[pool], m)
	}
	for pool, score := range map[string]int64{"high": c.Options.CompactionHighThreads,
		"mid": c.Options.CompactionMidThreads, "low": c.Options.CompactionLowThreads} {
		if score == 0 {
			score = 6
		}
		if n := mostAtOnce(pools[pool]); n > int(score) {
			t.Errorf("%d merges at once on %d threads of pool %s", n, score, pool)
		}
	}
}

// mostAtOnce is how many of some merges ran at the same time.
func mostAtOnce(list []timeline.MergeRecord) (most int) {
	for _, m := range list {
		n := 0
		for _, o := range list {
			if o.Start <= m.Start && m.Start < o.End {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}

// checkLives looks at all SSTables and frozen memtables there were.
func checkLives(t *testing.T, c timeline.Config, tenant *timeline.Tenant) {
	t.Helper()
	for _, l := range tenant.Lives {
		dead := l.Died >= 0
		if l.Rows < l.Keys || dead && l.Died < l.Born || l.Born > tenant.At() ||
			l.Keys == 0 && l.Kind != "MAJOR" && l.Kind != "META_MAJOR" {
			t.Errorf("life %+v", *l)
		}
	}
	for _, s := range tenant.Stacks() {
		memtables, tables := 0, 0
		for i, r := range s.Tables {
			switch {
			case r.Kind == "MEMTABLE":
				memtables++
			case i > 0:
				tables++
			}
		}
		if memtables > freeze.MaxMemtables || tables > 63 || s.Tables[0].Kind != "MAJOR" {
			t.Errorf("stack %s of %s", s.Letters(), s.Tablet)
		}
	}
}

// checkSamples looks at what reads and the memstore showed.
func checkSamples(t *testing.T, c timeline.Config, tenant *timeline.Tenant) {
	t.Helper()
	for _, s := range tenant.Samples {
		if s.UsedBytes < 0 || s.ActiveBytes < 0 || s.SpaceBytes < 0 || s.PhysicalRows < 0 {
			t.Errorf("%v: %d bytes used, %d active, space %d, %d rows", s.At, s.UsedBytes,
				s.ActiveBytes, s.SpaceBytes, s.PhysicalRows)
		}
		if read := s.Ranges; read.RowsRead() < read.Returned || s.Refused > s.Slowed ||
			s.Index.N > 0 && s.Index.Mean < 1-1e-9 && tablesOnlyGrow(c) {
			t.Errorf("sample at %v: %+v read, index %+v", s.At, read, s.Index)
		}
	}
	var wanted float64
	for _, l := range c.Plan.Loads {
		if l.Options.PerEvent().Writes() > 0 {
			wanted += l.Rate.PerSecond * (l.To - l.From).Seconds()
		}
	}
	last := totals(tenant)
	written := float64(tenant.Report().Summary.Events)
	if off := written + last.Lost - wanted; off > 1 || off < -4 {
		t.Errorf("%.0f events written and %.0f lost of %.0f", written, last.Lost, wanted)
	}
}

// tablesOnlyGrow says that no script removes rows for good.
func tablesOnlyGrow(c timeline.Config) bool {
	for _, l := range c.Plan.Loads {
		if l.Script == "oltp_delete" {
			return false
		}
	}
	return true
}
