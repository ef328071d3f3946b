package plots

import (
	"bytes"
	"flag"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
)

var update = flag.Bool("update", false, "rewrite testdata/*.svg and *.csv")

// TestGolden compares one small figure of each kind with testdata. Numbers in the SVG may differ
// by a hundredth of a point, because some processors round a*b+c once and some twice.
func TestGolden(t *testing.T) {
	for _, c := range smallFigures(t) {
		svg, table := svgOf(t, c.figure), csvOf(t, c.figure)
		svgPath := filepath.Join("testdata", c.name+".svg")
		csvPath := filepath.Join("testdata", c.name+".csv")
		if *update {
			writeGolden(t, svgPath, svg)
			writeGolden(t, csvPath, table)
			continue
		}
		if !alike(svg, readGolden(t, svgPath)) {
			t.Errorf("%s differs from what is drawn; look at it, then go test -update", svgPath)
		}
		if !alike(table, readGolden(t, csvPath)) {
			t.Errorf("%s differs; now it is\n%s", csvPath, table)
		}
	}
}

func writeGolden(t *testing.T, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path, content, 0o666); err != nil {
		t.Fatal(err)
	}
}

func readGolden(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

var number = regexp.MustCompile(`-?[0-9]+(\.[0-9]+)?`)

// alike says whether two texts are equal but for small differences of numbers.
func alike(a, b []byte) bool {
	if !bytes.Equal(number.ReplaceAll(a, []byte("#")), number.ReplaceAll(b, []byte("#"))) {
		return false
	}
	as, bs := number.FindAll(a, -1), number.FindAll(b, -1)
	for i := range as {
		x, errX := strconv.ParseFloat(string(as[i]), 64)
		y, errY := strconv.ParseFloat(string(bs[i]), 64)
		if errX != nil || errY != nil || math.Abs(x-y) > 0.011 {
			return false
		}
	}
	return true
}

func TestAlike(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"M1.5,2 x", "M1.51,2.01 x", true}, {"M1.5,2", "M1.6,2", false},
		{"M1.5,2", "M1.5,2 ", false}, {"#ff1a00", "#ff2a00", false}, {"-1", "1", false},
	} {
		if got := alike([]byte(c.a), []byte(c.b)); got != c.want {
			t.Errorf("alike(%q, %q) = %v", c.a, c.b, got)
		}
	}
}

func svgOf(t testing.TB, f Figure) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := f.WriteSVG(&buf); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func pngOf(t testing.TB, f Figure) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := f.WritePNG(&buf); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func csvOf(t testing.TB, f Figure) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := f.WriteCSV(&buf); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}
