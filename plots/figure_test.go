package plots

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func folder(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestSave(t *testing.T) {
	dir := t.TempDir()
	f := smallFigures(t)[0].figure
	if err := f.Save(dir, "qps"); err != nil {
		t.Fatal(err)
	}
	if got := folder(t, dir); !slices.Equal(got, []string{"qps.csv", "qps.png", "qps.svg"}) {
		t.Errorf("folder holds %v", got)
	}
	for _, c := range []struct {
		name string
		want []byte
	}{{"qps.csv", csvOf(t, f)}, {"qps.svg", svgOf(t, f)}, {"qps.png", pngOf(t, f)}} {
		got, err := os.ReadFile(filepath.Join(dir, c.name))
		if err != nil || !bytes.Equal(got, c.want) {
			t.Errorf("%s: %d bytes, want %d; %v", c.name, len(got), len(c.want), err)
		}
	}
}

// A figure is drawn again over an earlier one.
func TestSaveReplaces(t *testing.T) {
	dir := t.TempDir()
	for _, c := range smallFigures(t)[1:3] {
		if err := c.figure.Save(dir, "a"); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(filepath.Join(dir, "a.csv"))
	if want := csvOf(t, smallFigures(t)[2].figure); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes, want those of the last figure, %d; %v", len(got), len(want), err)
	}
	if got := folder(t, dir); !slices.Equal(got, []string{"a.csv", "a.png", "a.svg"}) {
		t.Errorf("folder holds %v", got)
	}
}

func TestSaveRefusesName(t *testing.T) {
	dir := t.TempDir()
	f := smallFigures(t)[0].figure
	for _, name := range []string{"", ".", "..", "a/b", "../a", "/a", "a/"} {
		if err := f.Save(dir, name); err == nil || !strings.Contains(err.Error(), "file name") {
			t.Errorf("name %q: error %v", name, err)
		}
	}
	if err := f.Save(filepath.Join(dir, "none"), "a"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing folder: error %v", err)
	}
}

// The same rows give the same bytes, drawn again and made again.
func TestDeterminism(t *testing.T) {
	first, second := smallFigures(t), smallFigures(t)
	for i, c := range first {
		forms := map[string]func(testing.TB, Figure) []byte{"SVG": svgOf, "CSV": csvOf}
		if i == 0 {
			forms["PNG"] = pngOf // slow, and drawn by the same calls as the SVG
		}
		for name, of := range forms {
			bytesNow := of(t, c.figure)
			if !bytes.Equal(bytesNow, of(t, c.figure)) {
				t.Errorf("%s: %s differs when drawn again", c.name, name)
			}
			if !bytes.Equal(bytesNow, of(t, second[i].figure)) {
				t.Errorf("%s: %s differs when made again", c.name, name)
			}
		}
	}
}

func TestPNGWidth(t *testing.T) {
	for _, c := range smallFigures(t) {
		config, err := png.DecodeConfig(bytes.NewReader(pngOf(t, c.figure)))
		if err != nil || config.Width != pngWidthPx || config.Height < 500 {
			t.Errorf("%s: %d x %d, %v", c.name, config.Width, config.Height, err)
		}
	}
}

// Names from outside may hold anything; the SVG stays well-formed and holds text as text.
func TestSVGText(t *testing.T) {
	rows := []QPSRow{{Run: "<a>&\"\x00\xff\n", Phase: "mini→1", Script: "]]>", HighQPS: 1}}
	f, err := QPSByPhase("Größe <1", rows)
	svg := svgOf(t, must(t, f, err))
	texts := xmlTexts(t, svg)
	for _, want := range []string{"Größe <1", "mini→1", `<a>&"   : ]]>`} {
		if !slices.Contains(texts, want) {
			t.Errorf("SVG has no text %q; it has %q", want, texts)
		}
	}
	if !bytes.Contains(svg, []byte("Arial,Helvetica,sans-serif")) {
		t.Error("SVG names no font to fall back on")
	}
}

// xmlTexts are the texts of an SVG; the test fails when it is not well-formed.
func xmlTexts(t *testing.T, svg []byte) []string {
	t.Helper()
	var texts []string
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return texts
		}
		if err != nil {
			t.Fatalf("SVG is not well-formed: %v", err)
		}
		if data, ok := token.(xml.CharData); ok && strings.TrimSpace(string(data)) != "" {
			texts = append(texts, string(data))
		}
	}
}
