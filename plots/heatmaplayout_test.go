package plots

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"
)

// The figures of `tune` and `predict`, each in a small sample and in awkward ones.
func settingFigures(t testing.TB) []named {
	return []named{smallHeatmap(t), smallPareto(t), smallTerms(t)}
}

func awkwardSettingFigures(t testing.TB) []named {
	return slices.Concat(awkwardHeatmaps(t), awkwardParetos(t), awkwardTerms(t))
}

// The small figures are as in testdata.
func TestSettingGoldens(t *testing.T) {
	for _, c := range settingFigures(t) {
		for ext, drawn := range map[string][]byte{
			".svg": svgOf(t, c.figure), ".csv": csvOf(t, c.figure),
		} {
			path := filepath.Join("testdata", c.name+ext)
			if *update {
				writeGolden(t, path, drawn)
			} else if !alike(drawn, readGolden(t, path)) {
				t.Errorf("%s differs from what is drawn; look at it, then go test -update", path)
			}
		}
	}
}

// The same rows give the same bytes.
func TestSettingDeterminism(t *testing.T) {
	first, second := settingFigures(t), settingFigures(t)
	for i, c := range first {
		for name, of := range map[string]func(testing.TB, Figure) []byte{
			"SVG": svgOf, "PNG": pngOf, "CSV": csvOf,
		} {
			drawn := string(of(t, c.figure))
			if drawn != string(of(t, c.figure)) || drawn != string(of(t, second[i].figure)) {
				t.Errorf("%s: %s differs when drawn or made again", c.name, name)
			}
		}
	}
}

// Nothing is cut off at the edge of the paper and no two texts touch.
func TestSettingLayout(t *testing.T) {
	for _, c := range append(settingFigures(t), awkwardSettingFigures(t)...) {
		p := c.figure.paper
		width, height := p.size()
		off := func(pt vg.Point) bool {
			return pt.X < 0 || pt.X > width || pt.Y > 0 || pt.Y < -height ||
				math.IsNaN(float64(pt.X+pt.Y))
		}
		list := labels(p)
		for i, l := range list {
			if slices.ContainsFunc(l.corners[:], off) {
				t.Errorf("%s: %q is off the paper", c.name, l.text)
			}
			for _, other := range list[:i] {
				if overlap(l.corners, other.corners) {
					t.Errorf("%s: %q overlaps %q", c.name, l.text, other.text)
				}
			}
		}
		for _, path := range paths(p) {
			for _, comp := range path {
				if off(comp.Pos) {
					t.Errorf("%s: a line at %v is off the paper", c.name, comp.Pos)
				}
			}
		}
	}
}
