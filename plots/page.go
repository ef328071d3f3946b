package plots

import (
	"strings"

	"gonum.org/v1/plot/vg"
)

// A page is filled from the top: heading, legend, panels. Text comes from files and command lines,
// so nothing here trusts its length: titles wrap, names lose their middle, and what is absurdly
// long is cut before anything measures it.

// The layout, in points.
const (
	pageMargin   = 8.0
	lineHeight   = 1.3  // of the font size
	swatchWidth  = 14.0 // a legend's sample
	swatchGap    = 4.0  // between sample and text
	entryGap     = 14.0 // between entries
	maxNameWidth = 64.0 // longer names under an axis are shortened
	maxRunes     = 300  // characters: longer text is cut before it is measured
)

// entry is one line of a legend: a sample drawn into a box, and what it means. Without a sample
// it is a remark in front of the entries that follow.
type entry struct {
	text   string
	sample func(p *paper, r vg.Rectangle)
}

// heading writes the title, and under it a remark in a fainter colour.
func (p *paper) heading(title, remark string) {
	p.paragraph(words{p.style.Ink, p.style.TitlePt, true}, title)
	p.paragraph(p.faint(), remark)
	p.y -= labelGap
}

// paragraph writes text in as many lines as it needs and moves the cursor below; blank text needs
// none.
func (p *paper) paragraph(w words, text string) {
	if strings.TrimSpace(text) == "" {
		return
	}
	for _, line := range p.wrap(w, text, p.width-2*pageMargin) {
		p.write(w, at(pageMargin, p.y), atStart, atEnd, 0, line)
		p.y -= lineHeight * w.size
	}
}

// legend writes entries side by side, in as many lines as they need, above the panels: there it
// never covers data.
func (p *paper) legend(entries []entry) {
	x := vg.Length(pageMargin)
	line := lineHeight * p.style.TextPt
	for _, e := range entries {
		text := p.elide(p.text(), e.text, p.width-2*pageMargin-swatchWidth-swatchGap)
		width := p.widthOf(p.text(), text)
		if e.sample != nil {
			width += swatchWidth + swatchGap
		}
		if x > pageMargin && x+width > p.width-pageMargin {
			x = pageMargin
			p.y -= line + labelGap
		}
		start := x
		if e.sample != nil {
			e.sample(p, box(x, p.y-p.style.TextPt, x+swatchWidth, p.y))
			start += swatchWidth + swatchGap
		}
		middle := p.y - p.style.TextPt/2
		p.write(p.text(), at(start, middle), atStart, atMiddle, 0, text)
		x += width + entryGap
	}
	p.y -= line + labelGap
}

// wrap breaks text into lines no wider than width; a single word that is wider is shortened. Empty
// text is one empty line.
func (p *paper) wrap(w words, text string, width vg.Length) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(cut(text)) {
		joined := strings.TrimSpace(line + " " + word)
		if line != "" && p.widthOf(w, joined) > width {
			lines = append(lines, line)
			joined = word
		}
		line = p.elide(w, joined, width)
	}
	return append(lines, line)
}

// elide takes characters out of the middle until text fits: names of runs and phases tend to
// differ at both ends.
func (p *paper) elide(w words, text string, width vg.Length) string {
	text = cut(text)
	runes := []rune(text)
	for keep := len(runes) - 1; keep > 0 && p.widthOf(w, text) > width; keep-- {
		text = outerRunes(runes, keep)
	}
	return text
}

// cut bounds the length of text, which may come from a file.
func cut(text string) string {
	if runes := []rune(text); len(runes) > maxRunes {
		return outerRunes(runes, maxRunes)
	}
	return text
}

// outerRunes keeps that many characters from the two ends, with dots between.
func outerRunes(runes []rune, keep int) string {
	head := (keep + 1) / 2
	return string(runes[:head]) + "…" + string(runes[len(runes)-(keep-head):])
}
