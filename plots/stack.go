package plots

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
)

// The figure of one tablet's tables over time: the claim is that the stack grows and shrinks as the
// rules of merging say.

const (
	maxBars     = 200_000 // of a StackTimeline
	maxLanes    = 256     // tables at one time; a server refuses writes long before
	laneHeight  = 17.0    // points, where there are few lanes
	lanesRoom   = 238.0   // points for all lanes, where there are many
	aliveReach  = 6.0     // points by which bars that are alive pass the end of the axis
	countHeight = 44.0    // points, of the panel with the number of tables
)

// StackBar is one table of a tablet, from birth to death.
type StackBar struct {
	// Kind is MEMTABLE (frozen), MINI, MINOR, MAJOR, MEDIUM or META_MAJOR, in either case.
	Kind string
	// BornS and DiedS are seconds from 00:00 of the plan. A table that is alive at the end died at
	// +Inf; one that is there before the beginning is born at the beginning.
	BornS, DiedS float64
	Rows         int64 // physical rows, written into the bar where there is room
}

// stackKind is a kind of table with its rank, its place in a stack. Bases share a rank.
type stackKind struct {
	name string
	rank int
}

// stackKinds are all kinds.
var stackKinds = []stackKind{
	{"major", baseRank}, {"medium", baseRank}, {"meta_major", baseRank}, {"minor", 1},
	{"mini", 2}, {"memtable", 3},
}

// stackLooks are the fill and the name of each rank, from the bottom of a stack to its top.
func stackLooks(s Style) []stackLook {
	return []stackLook{{s.BaseFast, "base: major, medium"}, {s.Minor, "minor"}, {s.Mini, "mini"},
		{s.Memtable, "frozen memtable"}}
}

type stackLook struct {
	fill Fill
	name string
}

// StackTimeline shows the tables of one tablet over time: each a bar from its birth to its death,
// the base in the bottom lane and newer tables above older ones. A bar keeps its lane, so a gap
// below a bar is where merged tables were. With more than a hundred bars lanes are filled from
// below instead, whatever is newer. A panel below counts the tables. Bars that pass the right edge
// are alive at the end, which is the last birth or death. Bars too narrow for a pixel share it by
// their time.
//
// Errors: no bars, too many of them or of lanes, an unknown kind, a time that is NaN, negative or
// above 1e9, a death before the birth, negative rows. They name the bar, counted from 1.
func StackTimeline(title string, bars []StackBar) (Figure, error) {
	return StackTimelineUntil(title, 0, bars)
}

// StackTimelineUntil is StackTimeline for a run that ends at endS, in seconds from 00:00 of the
// plan, maybe after the last birth or death.
func StackTimelineUntil(title string, endS float64, bars []StackBar) (Figure, error) {
	d, err := newStackDrawing(bars, endS)
	if err != nil {
		return Figure{}, fmt.Errorf("plots: stack timeline: %w", err)
	}
	p := newPaper(DefaultStyle(), pageWidth)
	p.heading(title, "")
	p.legend(d.legend(p.style))
	height := min(vg.Length(d.count)*laneHeight, lanesRoom)
	overTime{time: d.time, panels: []timePanel{
		{height: height, top: float64(d.count), draw: d.draw},
		{height: countHeight, top: axisTop(float64(d.highest)), yTitle: "tables", whole: true,
			draw: d.drawCount},
	}}.drawPanels(p)
	return Figure{Title: title, Header: []string{"kind", "born_s", "died_s", "rows"},
		Rows: stackCells(bars), paper: p}, nil
}

// stackDrawing is what is drawn: bars, the kind and lane of each, and the axes.
type stackDrawing struct {
	bars  []StackBar
	kinds []stackKind
	lanes []int
	count int // of lanes
	time  timeAxis
	// The number of tables after each change, and the highest of them.
	counts  []tableCount
	highest int
}

// newStackDrawing checks all bars and gives them lanes.
func newStackDrawing(bars []StackBar, endS float64) (stackDrawing, error) {
	d := stackDrawing{bars: bars}
	if len(bars) == 0 {
		return d, errors.New("no bars")
	}
	if len(bars) > maxBars {
		return d, fmt.Errorf("%d bars; a figure holds %d", len(bars), maxBars)
	}
	if err := checkTime("the run", "end", endS); err != nil {
		return d, err
	}
	var during extent
	spells := make([]spell, len(bars))
	for i, b := range bars {
		kind, err := b.check(i)
		if err != nil {
			return d, err
		}
		d.kinds = append(d.kinds, kind)
		spells[i] = spell{b.BornS, b.DiedS, kind.rank}
		during.add(b.BornS)
		if b.alive() {
			continue
		}
		during.add(b.DiedS)
	}
	if d.lanes, d.count = packLanes(spells, len(bars) <= outlinedMost); d.count > maxLanes {
		return d, fmt.Errorf("%d tables at one time; a figure holds %d", d.count, maxLanes)
	}
	during.high = max(during.high, endS)
	d.time = during.axis()
	d.counts = countTables(spells)
	for _, c := range d.counts {
		d.highest = max(d.highest, c.tables)
	}
	return d, nil
}

func (b StackBar) alive() bool { return math.IsInf(b.DiedS, 1) }

// check refuses bar i or finds its kind.
func (b StackBar) check(i int) (stackKind, error) {
	where := fmt.Sprintf("bar %d (%s)", i+1, b.Kind)
	at := slices.IndexFunc(stackKinds, func(k stackKind) bool {
		return strings.EqualFold(k.name, b.Kind)
	})
	if at < 0 {
		return stackKind{}, fmt.Errorf("%s: unknown kind", where)
	}
	if b.Rows < 0 {
		return stackKind{}, fmt.Errorf("%s: rows is %d; must not be negative", where, b.Rows)
	}
	if err := checkTime(where, "birth", b.BornS); err != nil {
		return stackKind{}, err
	}
	if !b.alive() {
		if err := checkTime(where, "death", b.DiedS); err != nil {
			return stackKind{}, err
		}
	}
	if b.DiedS < b.BornS {
		return stackKind{}, fmt.Errorf("%s: died at %v s, born at %v s", where, b.DiedS, b.BornS)
	}
	return stackKinds[at], nil
}

// stackCells leaves the death of living tables empty.
func stackCells(bars []StackBar) [][]string {
	cells := make([][]string, len(bars))
	for i, b := range bars {
		died := ""
		if !b.alive() {
			died = cell(b.DiedS)
		}
		cells[i] = []string{b.Kind, cell(b.BornS), died, strconv.FormatInt(b.Rows, 10)}
	}
	return cells
}

// legend lists what occurs, from the top of the stack to its bottom.
func (d stackDrawing) legend(s Style) []entry {
	var list []entry
	for rank, look := range stackLooks(s) {
		if slices.ContainsFunc(d.kinds, func(k stackKind) bool { return k.rank == rank }) {
			list = append(list, entry{look.name, fillSample(look.fill)})
		}
	}
	slices.Reverse(list)
	return list
}
