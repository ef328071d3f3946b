package plots

import (
	"errors"
	"fmt"
	"slices"
)

// The figure of two swept settings: the claim is that no setting that is allowed costs clearly less
// than the one marked as best.

// maxHeatmapSide bounds the values of a setting: with more, cells are too small to hatch.
const maxHeatmapSide = 40

// HeatmapAxes name what is swept and what it costs, each with its unit where it has one, as in
// "freeze_trigger_percentage (%)".
type HeatmapAxes struct{ X, Y, Value string }

// HeatmapCell is the cost with one value of each setting. X and Y are numbers or words, as they
// are to be written; Value is in the unit of [HeatmapAxes].
type HeatmapCell struct {
	X, Y  string
	Value float64
	// Throttled says that writes would be throttled; Refused that another constraint is broken.
	// Cells with either are not allowed.
	Throttled, Refused bool
}

// HeatmapPlace names a cell by its two settings.
type HeatmapPlace struct{ X, Y string }

// CostHeatmap shows the cost over two settings as a grid: the darker a cell, the higher the cost,
// which is written into it where there is room. Values of both settings stand in the order in which
// they first appear, from the left and from the bottom. Cells where writes throttle are hatched,
// cells that break another constraint are crossed out, cells with both have both. A solid outline
// is around the best cell, a dashed one around the current one; either may be nil. A remark under
// the title compares the two and counts the cells that are not allowed.
//
// Errors: no cells, more than 40 values of a setting, a cell that is given twice or missing in the
// grid, a number that is NaN, infinite, negative or too large, a place outside the grid, a best
// cell that is not allowed. They name the cell, counted from 1, or the place.
func CostHeatmap(title string, names HeatmapAxes, cells []HeatmapCell,
	current, best *HeatmapPlace) (Figure, error) {
	d, err := newHeatmap(names, cells)
	if err == nil {
		err = d.mark(current, best)
	}
	if err != nil {
		return Figure{}, fmt.Errorf("plots: cost heatmap: %w", err)
	}
	p := newPaper(DefaultStyle(), pageWidth)
	p.heading(title, d.remark())
	if list := d.legend(); len(list) > 0 {
		p.legend(list)
	}
	d.drawScale(p)
	d.draw(p)
	return Figure{Title: title, Header: heatmapHeader(), Rows: d.table(), paper: p}, nil
}

// heatmap is what is drawn.
type heatmap struct {
	names HeatmapAxes
	cells []HeatmapCell
	// Values of the settings in the order of the axes, and the cell of each place.
	xs, ys []string
	at     map[HeatmapPlace]int
	// Cells with an outline; none is -1.
	current, best int
	scale         costScale
}

// noCell stands for a cell that is not marked.
const noCell = -1

// newHeatmap checks the cells and finds their places.
func newHeatmap(names HeatmapAxes, cells []HeatmapCell) (heatmap, error) {
	d := heatmap{names: names, cells: cells, at: map[HeatmapPlace]int{}, current: noCell,
		best: noCell}
	if len(cells) == 0 {
		return d, errors.New("no cells")
	}
	if len(cells) > maxHeatmapSide*maxHeatmapSide {
		return d, fmt.Errorf("%d cells; a figure holds %d", len(cells),
			maxHeatmapSide*maxHeatmapSide)
	}
	for i, c := range cells {
		where := fmt.Sprintf("cell %d (%s, %s)", i+1, c.X, c.Y)
		if err := checkNumbers(where, quantity{"value", c.Value}); err != nil {
			return d, err
		}
		if first, taken := d.at[c.place()]; taken {
			return d, fmt.Errorf("%s: the same settings as cell %d", where, first+1)
		}
		d.at[c.place()] = i
		d.xs, d.ys = withName(d.xs, c.X), withName(d.ys, c.Y)
		d.scale.add(c.Value)
	}
	d.scale.widen()
	return d, d.checkGrid()
}

// withName appends a name that is not yet in the list.
func withName(list []string, name string) []string {
	if slices.Contains(list, name) {
		return list
	}
	return append(list, name)
}

func (c HeatmapCell) place() HeatmapPlace { return HeatmapPlace{c.X, c.Y} }

// allowed says whether a cell breaks no constraint.
func (c HeatmapCell) allowed() bool { return !c.Throttled && !c.Refused }

// checkGrid refuses a grid that is too large or has holes, which would look like a low cost.
func (d heatmap) checkGrid() error {
	if n := max(len(d.xs), len(d.ys)); n > maxHeatmapSide {
		return fmt.Errorf("%d values of a setting; a figure holds %d", n, maxHeatmapSide)
	}
	for _, y := range d.ys {
		for _, x := range d.xs {
			if _, ok := d.at[HeatmapPlace{x, y}]; !ok {
				return fmt.Errorf("no cell at (%s, %s); the grid has %d x %d", x, y, len(d.xs),
					len(d.ys))
			}
		}
	}
	return nil
}

// mark finds the cells with an outline.
func (d *heatmap) mark(current, best *HeatmapPlace) error {
	for _, m := range []struct {
		name  string
		place *HeatmapPlace
		cell  *int
	}{{"current", current, &d.current}, {"best", best, &d.best}} {
		if m.place == nil {
			continue
		}
		i, ok := d.at[*m.place]
		if !ok {
			return fmt.Errorf("the %s place (%s, %s) is not in the grid", m.name, m.place.X,
				m.place.Y)
		}
		*m.cell = i
	}
	if d.best != noCell && !d.cells[d.best].allowed() {
		return fmt.Errorf("the best place (%s, %s) is not allowed", best.X, best.Y)
	}
	return nil
}
