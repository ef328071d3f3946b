package plots

import (
	"image/color"
	"math"
	"testing"
)

// linear undoes the gamma of sRGB (IEC 61966-2-1).
func linear(v uint8) float64 {
	c := float64(v) / 255
	if c <= 0.04045 {
		return c / 12.92
	}
	return math.Pow((c+0.055)/1.055, 2.4)
}

// lightness is CIE L* of a colour in linear RGB.
func lightness(r, g, b float64) float64 {
	y := 0.2126*r + 0.7152*g + 0.0722*b
	if y <= 216.0/24389 {
		return y * 24389 / 27
	}
	return 116*math.Cbrt(y) - 16
}

// readers see colours in three ways. The two dichromats are simulated after Viénot, Brettel and
// Mollon, "Digital video colourmaps for checking the legibility of displays by dichromats", Color
// Research and Application 24 (1999), in linear RGB.
var readers = []struct {
	name string
	see  func(r, g, b float64) (float64, float64, float64)
}{
	{"full colour", func(r, g, b float64) (float64, float64, float64) { return r, g, b }},
	{"protanope", func(r, g, b float64) (float64, float64, float64) {
		rg := 0.11238*r + 0.88762*g
		return rg, rg, 0.00401*r - 0.00401*g + b
	}},
	{"deuteranope", func(r, g, b float64) (float64, float64, float64) {
		rg := 0.29275*r + 0.70725*g
		return rg, rg, -0.02234*r + 0.02234*g + b
	}},
}

// Sources of rows differ in lightness by at least 15 units, so in grey print too, for all readers;
// so do the tables of a stack.
func TestSourcesDifferInLightness(t *testing.T) {
	s := DefaultStyle()
	testLightness(t, []stackLook{{s.BaseFast, "base fast"}, {s.BaseSlow, "base slow"},
		{s.Incremental, "incremental"}, {s.Memtable, "memtable"}})
	testLightness(t, stackLooks(s))
}

// testLightness wants each fill to be lighter than the one before.
func testLightness(t *testing.T, order []stackLook) {
	t.Helper()
	for _, reader := range readers {
		last := math.Inf(-1)
		for _, source := range order {
			c := source.fill.Color
			l := lightness(reader.see(linear(c.R), linear(c.G), linear(c.B)))
			if l < last+15 {
				t.Errorf("%s: %s has L* %.0f, the source below %.0f", reader.name, source.name,
					l, last)
			}
			last = l
		}
	}
}

func TestLightness(t *testing.T) {
	if got := lightness(1, 1, 1); math.Abs(got-100) > 1e-9 {
		t.Errorf("white has L* %v", got)
	}
	// Middle grey #777777 has L* 50.03.
	if got := lightness(linear(0x77), linear(0x77), linear(0x77)); math.Abs(got-50) > 0.1 {
		t.Errorf("middle grey has L* %v", got)
	}
}

func TestGroupMarksDiffer(t *testing.T) {
	type look struct {
		shape Shape
		shade color.NRGBA
	}
	s := DefaultStyle()
	seen := map[look]int{}
	for g := range s.marks() {
		shape, shade := s.mark(g)
		if other, taken := seen[look{shape, shade}]; taken {
			t.Errorf("groups %d and %d look the same", other, g)
		}
		seen[look{shape, shade}] = g
		for h := range min(g, len(s.Shapes)) {
			otherShape, otherShade := s.mark(h)
			if g < len(s.Shapes) && (shape == otherShape || shade == otherShade) {
				t.Errorf("groups %d and %d differ only in shape or shade", h, g)
			}
		}
	}
}
