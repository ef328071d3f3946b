package main

import (
	"fmt"

	"github.com/readamp/readamp/model/tune"
	"github.com/readamp/readamp/plots"
)

// writeFigures draws a ranking into a folder; earlier figures there give way.
func (t *tuning) writeFigures(e env, dir string) error {
	figures, err := t.draw(e)
	if err != nil {
		return err
	}
	return saveFigures(e, dir, figures)
}

// frontSettingsMost and planeValuesMost are what the two figures hold.
const (
	frontSettingsMost = 20_000
	planeValuesMost   = 40
)

// draw draws the front, and a heatmap of the first two parameters. What can't be drawn is said.
func (t *tuning) draw(e env) (list []namedFigure, err error) {
	if n := len(t.results); n < frontSettingsMost {
		front, err := t.drawFront()
		if err != nil {
			return nil, fmt.Errorf("figure tune-front: %w", err)
		}
		list = append(list, namedFigure{"tune-front", front})
	} else {
		e.remark("no figure tune-front: %d settings, it holds %d", n, frontSettingsMost)
	}
	switch {
	case len(t.Sweep) < 2:
		e.remark("no figure tune-heatmap: it needs two swept parameters")
		return list, nil
	case len(t.Sweep[0].Values) > planeValuesMost || len(t.Sweep[1].Values) > planeValuesMost:
		e.remark("no figure tune-heatmap: it holds %d values of a parameter", planeValuesMost)
		return list, nil
	}
	plane := t.ranking.Plane(t.Sweep, 1, 0)
	if len(plane.Cells) < len(t.Sweep[0].Values)*len(t.Sweep[1].Values) {
		e.remark("no figure tune-heatmap: not all settings were forecast")
		return list, nil
	}
	heatmap, err := t.drawPlane(plane)
	if err != nil {
		return nil, fmt.Errorf("figure tune-heatmap: %w", err)
	}
	return append(list, namedFigure{"tune-heatmap", heatmap}), nil
}

// drawnCost is the name of the cost in figures.
func (t *tuning) drawnCost() string {
	return fmt.Sprintf("%s, %s", t.ReadCost, t.Rules.Objective)
}

// drawFront draws all settings, and what is in force.
func (t *tuning) drawFront() (plots.Figure, error) {
	list := t.ranking.Settings
	if t.InForce.Number == tune.InForceNumber {
		list = append(list[:len(list):len(list)], t.ranking.InForce)
	}
	var rows []plots.ParetoRow
	for i, r := range list {
		rows = append(rows, plots.ParetoRow{Setting: r.Setting.String(), ReadCost: r.Cost,
			RewrittenBytesPerHour: r.Outcome.MergeBytesPerHour, Excluded: !r.Feasible(),
			Current: r.Number == t.InForce.Number, Best: i == 0 && r.Feasible()})
	}
	return plots.ParetoFront("What reads cost, and what merges write for it", t.drawnCost(), rows)
}

// drawPlane draws the cost over two parameters.
func (t *tuning) drawPlane(plane tune.Plane) (plots.Figure, error) {
	var cells []plots.HeatmapCell
	for _, c := range plane.Cells {
		cells = append(cells, plots.HeatmapCell{X: c.X, Y: c.Y, Value: c.Setting.Cost,
			Throttled: c.Throttled, Refused: c.Refused})
	}
	title := "What reads cost over two parameters"
	if len(t.Sweep) > 2 {
		title += ", the others at their best or, where current, as now"
	}
	return plots.CostHeatmap(title, plots.HeatmapAxes{X: plane.X, Y: plane.Y,
		Value: t.drawnCost()}, cells, placeOf(plane.InForce), placeOf(plane.Best))
}

func placeOf(c *tune.Cell) *plots.HeatmapPlace {
	if c == nil {
		return nil
	}
	return &plots.HeatmapPlace{X: c.X, Y: c.Y}
}
