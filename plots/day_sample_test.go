package plots

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// dayPlan is a workload in simplest terms, enough to fill figures over time with shapes that occur:
// memtables fill and freeze, minis pile up, minors take them away, a major ends it all.
type dayPlan struct {
	startS, endS, stepS float64
	sampleEvery         int     // of the steps
	writesPerS          float64 // at the busiest time
	daily               bool    // writes follow the hours of a day
	triggerBytes        float64
	flushS, minorS      float64 // how long merges take
	minorTables         int     // minis that make a minor due
	majorAtS            float64 // 0: none
}

// shortPlan is five minutes with a handful of tables, longPlan a day with about 1500 freezes.
func shortPlan() dayPlan {
	return dayPlan{endS: 300, stepS: 1, sampleEvery: 2, writesPerS: 2500, triggerBytes: 100e6,
		flushS: 6, minorS: 14, minorTables: 3}
}

func longPlan() dayPlan {
	return dayPlan{endS: 86400, stepS: 2, sampleEvery: 10, writesPerS: 12000, daily: true,
		triggerBytes: 128 << 20, flushS: 15, minorS: 100, minorTables: 4, majorAtS: 2 * hourS}
}

// day is what the plan comes to.
type day struct {
	bars     []StackBar
	rows     []RowsSample
	marks    []Mark
	memstore []MemstoreSample
	rates    []RateSample
	levels   MemstoreLevels
}

const (
	sampleBytesPerEvent = 512
	sampleTableRows     = 1e6
)

// dayRun is the state of a plan while it runs. Numbers of bars stand for tables.
type dayRun struct {
	plan         dayPlan
	day          day
	active, held float64 // bytes: of the active memtable, of frozen ones
	base         int
	minor        int // -1: none
	minis        []int
	frozen       int     // -1: none
	flushedS     float64 // when the frozen memtable will be a mini
	merging      []int   // inputs of the minor under way
	mergedS      float64
	throttled    float64 // steps since the last sample
}

func runDay(plan dayPlan) day {
	r := dayRun{plan: plan, minor: -1, frozen: -1}
	r.day.levels = MemstoreLevels{plan.triggerBytes, 1.8 * plan.triggerBytes,
		5 * plan.triggerBytes}
	r.base = r.born("MAJOR", plan.startS, sampleTableRows)
	for i := 0; ; i++ {
		now := plan.startS + float64(i)*plan.stepS
		if i%plan.sampleEvery == 0 {
			r.sample(now)
		}
		if now >= plan.endS {
			return r.day
		}
		r.step(now + plan.stepS)
	}
}

// writes is the rate of writes at a time: a quiet night, a busy noon, a peak in the evening.
func (plan dayPlan) writes(now float64) float64 {
	if !plan.daily {
		return plan.writesPerS
	}
	h := now / hourS
	bump := func(at, width float64) float64 { return math.Exp(-(h - at) * (h - at) / width) }
	return plan.writesPerS * (0.12 + 0.5*bump(12, 8) + 0.85*bump(20, 5))
}

// step lets one step end at a time.
func (r *dayRun) step(now float64) {
	rate := r.plan.writes(now)
	if r.active+r.held > 1.8*r.plan.triggerBytes {
		rate /= 3
		r.throttled++
	}
	r.active += rate * r.plan.stepS * sampleBytesPerEvent
	if r.frozen >= 0 && now >= r.flushedS {
		r.sampleMemory(now)
		defer r.sampleMemory(now)
		rows := r.day.bars[r.frozen].Rows
		r.die(r.frozen, now)
		r.minis = append(r.minis, r.born("MINI", now, float64(rows)))
		r.mark(now, "mini")
		r.frozen, r.held = -1, 0
	}
	if r.active > r.plan.triggerBytes && r.frozen < 0 {
		r.sampleMemory(now)
		defer r.sampleMemory(now)
		r.frozen = r.born("MEMTABLE", now, r.active/sampleBytesPerEvent)
		r.mark(now, "freeze")
		r.active, r.held = 0, r.active
		r.flushedS = now + r.plan.flushS*(1+math.Sin(now/777)/3)
	}
	r.merge(now)
}

// merge ends and begins minor and major merges.
func (r *dayRun) merge(now float64) {
	if len(r.merging) > 0 && now >= r.mergedS {
		rows := 0.0
		for _, b := range r.merging {
			rows += float64(r.day.bars[b].Rows)
			r.die(b, now)
		}
		r.minis = r.minis[len(r.merging)-min(1, r.minor+1):]
		r.minor = r.born("MINOR", now, sampleTableRows*(1-math.Exp(-rows/sampleTableRows)))
		r.mark(now, "minor")
		r.merging = nil
	}
	if r.plan.majorAtS > 0 && now-r.plan.stepS < r.plan.majorAtS && now >= r.plan.majorAtS {
		for _, b := range slices.Concat(r.minis, r.merging, []int{r.base}) {
			r.die(b, now)
		}
		if r.minor >= 0 {
			r.die(r.minor, now)
		}
		r.minis, r.merging, r.minor = nil, nil, -1
		r.base = r.born("MAJOR", now, sampleTableRows)
		r.mark(now, "major")
	}
	if len(r.merging) == 0 && len(r.minis) >= r.plan.minorTables {
		r.merging = slices.Clone(r.minis)
		if r.minor >= 0 {
			r.merging = append([]int{r.minor}, r.merging...)
		}
		r.mergedS = now + r.plan.minorS
	}
}

func (r *dayRun) born(kind string, now, rows float64) int {
	r.day.bars = append(r.day.bars, StackBar{kind, now, math.Inf(1), int64(rows)})
	return len(r.day.bars) - 1
}

func (r *dayRun) die(bar int, now float64) { r.day.bars[bar].DiedS = now }

func (r *dayRun) mark(now float64, kind string) {
	r.day.marks = append(r.day.marks, Mark{now, kind})
}

// sample writes down a state: each incremental table adds its rows to what is read.
func (r *dayRun) sample(now float64) {
	extra := r.active / sampleBytesPerEvent / sampleTableRows
	tables := 1.0
	for _, b := range slices.Concat(r.minis, []int{r.minor, r.frozen}) {
		if b >= 0 {
			extra += float64(r.day.bars[b].Rows) / sampleTableRows
			tables += 0.8
		}
	}
	mean := 1 + 1.6*extra
	r.day.rows = append(r.day.rows, RowsSample{now, mean, 1 + (mean-1)*0.7, 1 + (mean-1)*1.35,
		0.4 + 0.3*tables, 1 + 0.8*(mean-1)})
	r.sampleMemory(now)
	r.day.rates = append(r.day.rates, RateSample{now, 14000 / (0.55 + 0.45*mean),
		r.plan.writes(now), r.throttled / float64(r.plan.sampleEvery)})
	r.throttled = 0
}

// sampleMemory also runs before and after each freeze, so that a coarse step misses no peak.
func (r *dayRun) sampleMemory(now float64) {
	r.day.memstore = append(r.day.memstore, MemstoreSample{now, r.active, r.active + r.held})
}

// figures are the four figures of a day; suffix tells their names apart.
func (d day) figures(t testing.TB, suffix string) []named {
	t.Helper()
	var list []named
	add := func(name string, f Figure, err error) {
		t.Helper()
		list = append(list, named{name + suffix, must(t, f, err)})
	}
	f, err := StackTimelineUntil("Tables of sbtest1", d.rates[len(d.rates)-1].AtS, d.bars)
	add("stack", f, err)
	f, err = RowsOverTime("Rows read per row returned", d.rows, d.marks)
	add("rowstime", f, err)
	f, err = MemstoreOverTime("Memory of memtables", d.memstore, d.levels)
	add("memstore", f, err)
	f, err = RatesOverTime("Reads and writes", d.rates)
	add("rates", f, err)
	return list
}

// awkwardDays are the cases where figures over time go wrong.
func awkwardDays(t testing.TB) []named {
	evening := longPlan()
	evening.startS, evening.majorAtS = 18*hourS, 23.9*hourS
	quarter := shortPlan()
	quarter.startS, quarter.endS = 5*minuteS, 20*minuteS
	list := runDay(longPlan()).figures(t, " long")
	list = append(list, runDay(evening).figures(t, " evening")...)
	list = append(list, runDay(quarter).figures(t, " quarter")...)
	moment := runDay(dayPlan{startS: 7, endS: 7, stepS: 1, sampleEvery: 1, triggerBytes: 1})
	list = append(list, moment.figures(t, " moment")...)
	return append(list, awkwardSeries(t)...)
}

// awkwardSeries are series and levels that no run of a dayPlan has.
func awkwardSeries(t testing.TB) []named {
	var list []named
	add := func(name string, f Figure, err error) {
		t.Helper()
		list = append(list, named{name, must(t, f, err)})
	}
	var marks []Mark
	for i := range 3000 {
		marks = append(marks, Mark{float64(30 * i), markKinds[i%len(markKinds)]})
	}
	nan := math.NaN()
	gaps := []RowsSample{{0, nan, nan, nan, 1, nan}, {1, 5, 1, nan, nan, nan},
		{2, nan, 1, 9, 3, nan}, {80000, 3, nan, 9, nan, nan}}
	f, err := RowsOverTime(strings.Repeat("A title that goes on. ", 9), gaps, marks)
	add("rowstime gaps", f, err)
	f, err = RowsOverTime("", gaps, []Mark{{0, "major"}, {40000, "MAJOR"}, {40010, "major"},
		{80000, "major"}})
	add("rowstime majors", f, err)
	for name, levels := range map[string]MemstoreLevels{
		"equal": {100 << 20, 100 << 20, 100 << 20}, "none": {}, "far": {1e12, 2e12, 3e12},
		"low": {1, 2, 3}, "mixed": {90 << 20, 0, 101 << 20},
	} {
		samples := []MemstoreSample{{0, 1 << 20, 90 << 20}, {10, 50 << 20, 50 << 20}}
		f, err = MemstoreOverTime("", samples, levels)
		add("memstore "+name, f, err)
		f, err = MemstoreOverTime("", []MemstoreSample{{0, 0, 0}}, levels)
		add("memstore unused, "+name, f, err)
	}
	f, err = RatesOverTime("", []RateSample{{0, 0, 0, 0}, {1, nan, 1e15, 1},
		{maxTimeS, 1e15, 0, 1}})
	add("rates huge", f, err)
	var bars []StackBar
	for i := range maxLanes {
		bars = append(bars, StackBar{"mini", float64(i), math.Inf(1), math.MaxInt64})
	}
	f, err = StackTimeline("", bars)
	add("stack high", f, err)
	f, err = StackTimeline("", []StackBar{{"META_MAJOR", 5, 5, 0}, {"medium", 5, 1e6, 12_345}})
	add("stack flat", f, err)
	return list
}
