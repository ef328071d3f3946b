package model

import "slices"

// TunePlane is the costs of a sweep over two of its axes.
type TunePlane struct {
	X, Y  string // names of the axes
	Cells []TuneCell
	// InForce and Best are cells by their values; nil where what is in force has none of the
	// values, or no setting keeps the constraints.
	InForce, Best *TuneCell
}

// TuneCell is the best setting with one value of each axis.
type TuneCell struct {
	X, Y string
	Best *RankedSetting
	// Throttled and Refused say that with these values every setting throttles writes, or breaks
	// another constraint.
	Throttled, Refused bool
}

// Plane shows a ranking over two axes, x and y, the others at their best: of the settings with the
// same values of the two, each cell has the one that is ranked first. Cells come in the order of y,
// and for each of x; combinations that were not forecast have none.
func (r *Ranking) Plane(s Sweep, x, y int) TunePlane {
	plane := TunePlane{X: s[x].Name, Y: s[y].Name}
	first := map[[2]string]*RankedSetting{}
	for i := range r.Settings {
		setting := &r.Settings[i]
		at := [2]string{setting.Setting[x].Value, setting.Setting[y].Value}
		if first[at] == nil {
			first[at] = setting
		}
	}
	for _, yValue := range s[y].Values {
		for _, xValue := range s[x].Values {
			best := first[[2]string{xValue, yValue}]
			if best == nil {
				continue
			}
			cell := TuneCell{X: xValue, Y: yValue, Best: best}
			for _, broken := range best.Broken {
				if broken == ThrottleConstraint || broken == FullConstraint {
					cell.Throttled = true
				} else {
					cell.Refused = true
				}
			}
			plane.Cells = append(plane.Cells, cell)
		}
	}
	plane.InForce = plane.cell(r.InForce.Setting[x].Value, r.InForce.Setting[y].Value)
	if r.Feasible > 0 {
		best := r.Settings[0].Setting
		plane.Best = plane.cell(best[x].Value, best[y].Value)
	}
	return plane
}

// cell is the one of two values; nil without one.
func (p *TunePlane) cell(x, y string) *TuneCell {
	i := slices.IndexFunc(p.Cells, func(c TuneCell) bool { return c.X == x && c.Y == y })
	if i < 0 {
		return nil
	}
	return &p.Cells[i]
}
