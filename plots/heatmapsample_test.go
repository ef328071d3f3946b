package plots

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// sampleHeatmap makes a grid in which reads cost less with more merging, writes throttle where the
// trigger is late, and eager merging takes too much of the disk.
func sampleHeatmap(xs, ys []string) []HeatmapCell {
	var cells []HeatmapCell
	for j, y := range ys {
		for i, x := range xs {
			late, lazy := float64(i)/float64(len(xs)), float64(j)/float64(len(ys))
			cells = append(cells, HeatmapCell{X: x, Y: y,
				Value:     31 + 60*lazy*lazy + 25*(1-late)*(1-late),
				Throttled: late > 0.7, Refused: late < 0.3 && lazy < 0.5})
		}
	}
	return cells
}

// numbers are the names of n values of a setting.
func numbers(n, step int) []string {
	var list []string
	for i := range n {
		list = append(list, strconv.Itoa((i+1)*step))
	}
	return list
}

// heatmapNames are those of the samples.
var heatmapNames = HeatmapAxes{X: "freeze_trigger_percentage (%)", Y: "table mode",
	Value: "read cost (µs of CPU per query)"}

func smallHeatmap(t testing.TB) named {
	modes := []string{"extreme", "super", "moderate", "queuing", "normal"}
	f, err := CostHeatmap("No allowed setting reads cheaper than the one outlined", heatmapNames,
		sampleHeatmap(numbers(8, 10), modes), &HeatmapPlace{"20", "normal"},
		&HeatmapPlace{"60", "extreme"})
	return named{"heatmap", must(t, f, err)}
}

// awkwardHeatmaps are the cases where the drawing goes wrong.
func awkwardHeatmaps(t testing.TB) []named {
	long := []string{strings.Repeat("first ", 30), strings.Repeat("last ", 30), ""}
	many := numbers(maxHeatmapSide, 1000)
	same := []HeatmapCell{{X: "a", Y: "b", Value: 5}, {X: "c", Y: "b", Value: 5.001}}
	both := HeatmapCell{X: "a", Y: "b", Value: maxValue, Throttled: true, Refused: true}
	var list []named
	for _, c := range []struct {
		name          string
		names         HeatmapAxes
		cells         []HeatmapCell
		current, best *HeatmapPlace
	}{
		{"most", heatmapNames, sampleHeatmap(many, many), &HeatmapPlace{"1000", "40000"},
			&HeatmapPlace{"25000", "1000"}},
		{"wide", heatmapNames, sampleHeatmap(numbers(25, 1), numbers(2, 1)),
			&HeatmapPlace{"10", "1"}, &HeatmapPlace{"10", "1"}},
		{"tall", heatmapNames, sampleHeatmap(numbers(2, 1), numbers(25, 1)),
			&HeatmapPlace{"1", "21"}, &HeatmapPlace{"2", "1"}},
		{"long", HeatmapAxes{long[0], long[1], long[0]}, sampleHeatmap(long, long),
			&HeatmapPlace{long[0], long[1]}, &HeatmapPlace{"", ""}},
		{"one", HeatmapAxes{}, []HeatmapCell{{}}, nil, &HeatmapPlace{}},
		{"same", heatmapNames, same, &HeatmapPlace{"a", "b"}, &HeatmapPlace{"a", "b"}},
		{"both", heatmapNames, []HeatmapCell{both}, nil, nil},
		{"tiny", heatmapNames, []HeatmapCell{{Value: 5e-324}, {X: "a", Value: 1e-300}}, nil, nil},
	} {
		f, err := CostHeatmap(fmt.Sprint("Cost ", c.name), c.names, c.cells, c.current, c.best)
		list = append(list, named{"heatmap " + c.name, must(t, f, err)})
	}
	return list
}
