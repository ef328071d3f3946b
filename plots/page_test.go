package plots

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestWrap(t *testing.T) {
	p := newPaper(DefaultStyle(), pageWidth)
	text := "rows read per row returned by the server"
	lines := p.wrap(p.text(), text, 60)
	if len(lines) < 2 || strings.Join(lines, " ") != text {
		t.Errorf("wrapped to %q", lines)
	}
	for _, line := range append(lines, p.wrap(p.text(), strings.Repeat("x", 99), 60)...) {
		if w := p.widthOf(p.text(), line); w > 60 {
			t.Errorf("line %q is %.1f points wide", line, w)
		}
	}
	if lines := p.wrap(p.text(), "", 60); len(lines) != 1 || lines[0] != "" {
		t.Errorf("nothing is wrapped to %q", lines)
	}
}

func TestElide(t *testing.T) {
	p := newPaper(DefaultStyle(), pageWidth)
	if got := p.elide(p.text(), "mini1", maxNameWidth); got != "mini1" {
		t.Errorf("short name becomes %q", got)
	}
	got := p.elide(p.text(), "mini compaction number 1 of größter tablet 7", maxNameWidth)
	if !strings.HasPrefix(got, "mini") || !strings.HasSuffix(got, " 7") ||
		!strings.Contains(got, "…") || p.widthOf(p.text(), got) > maxNameWidth {
		t.Errorf("long name becomes %q", got)
	}
}

// A text of any length is cut before it is measured, at whole characters.
func TestCut(t *testing.T) {
	long := strings.Repeat("ä", 1<<20)
	got := cut(long)
	if n := utf8.RuneCountInString(got); n != maxRunes+1 || !utf8.ValidString(got) {
		t.Errorf("cut to %d characters", n)
	}
	if got := cut("short"); got != "short" {
		t.Errorf("short text becomes %q", got)
	}
}

func TestPrintable(t *testing.T) {
	for in, want := range map[string]string{
		"mini→1 ä": "mini→1 ä", "a\nb\x00c": "a b c", "a\xffb": "a b", "\u2028": " ",
	} {
		if got := printable(in); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}
