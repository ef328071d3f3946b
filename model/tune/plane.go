package tune

import "slices"

// Plane is the costs of a sweep over two of its axes.
type Plane struct {
	X, Y  string // names of the axes
	Cells []Cell
	// InForce and Best are the cells of what is in force and of the best setting. InForce is nil
	// where there is no cell of its values, or the best setting has the same ones; Best where no
	// setting keeps the constraints.
	InForce, Best *Cell
}

// Cell is the best setting with one value of each axis.
type Cell struct {
	X, Y    string
	Setting *RankedSetting
	// Throttled and Refused say that with these values every setting throttles writes, or breaks
	// another constraint.
	Throttled, Refused bool
}

// Plane shows a ranking over two axes, x and y, the others at their best: of the settings with the
// same values of the two, each cell has the one that is ranked first, but that of what is in force
// has what is in force. Cells come in the order of y,
// and for each of x; combinations that were not forecast have none.
func (r *Ranking) Plane(s Sweep, x, y int) Plane {
	plane := Plane{X: s[x].Name, Y: s[y].Name}
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
			plane.Cells = append(plane.Cells, newTuneCell(xValue, yValue, best))
		}
	}
	if r.Feasible > 0 {
		best := r.Settings[0].Setting
		plane.Best = plane.cell(best[x].Value, best[y].Value)
	}
	now := plane.cell(r.InForce.Setting[x].Value, r.InForce.Setting[y].Value)
	if now != nil && now.Setting.Number != r.InForce.Number { // it differs in another value
		if now == plane.Best {
			return plane
		}
		*now = newTuneCell(now.X, now.Y, &r.InForce)
	}
	plane.InForce = now
	return plane
}

// newTuneCell makes the cell of a setting.
func newTuneCell(x, y string, r *RankedSetting) Cell {
	cell := Cell{X: x, Y: y, Setting: r}
	for _, broken := range r.Broken {
		if broken == ThrottleConstraint || broken == FullConstraint {
			cell.Throttled = true
		} else {
			cell.Refused = true
		}
	}
	return cell
}

// cell is the one of two values; nil without one.
func (p *Plane) cell(x, y string) *Cell {
	i := slices.IndexFunc(p.Cells, func(c Cell) bool { return c.X == x && c.Y == y })
	if i < 0 {
		return nil
	}
	return &p.Cells[i]
}
