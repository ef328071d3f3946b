package lsm

import (
	"math/rand/v2"
	"testing"
)

// Columns k, c and pad of a table of three.
const (
	columnK   Image = 1 << 0
	columnC   Image = 1 << 1
	columnPad Image = 1 << 2
	threeAll        = columnK | columnC | columnPad
)

func TestImageEnds(t *testing.T) {
	tests := []struct {
		image, wanted Image
		want          bool
	}{
		{columnK, threeAll, false},
		{columnK | columnC, threeAll, false},
		{threeAll, threeAll, true},
		{columnC, columnC, true},
		{columnC, columnC | columnK, false},
		{columnC, 0, true}, // the key alone is in every row
		{imageInserted, threeAll, true},
		{imageDeleted, threeAll, true},
		{imageDeleted, columnC, true},
		{0, columnC, false},
	}
	for _, test := range tests {
		if got := test.image.ends(test.wanted); got != test.want {
			t.Errorf("%b ends a read of %b: %v", test.image, test.wanted, got)
		}
	}
}

func TestImageOver(t *testing.T) {
	tests := []struct {
		name               string
		newer, older, want Image
	}{
		{"two updates", columnK, columnC, columnK | columnC},
		{"the same update twice", columnK, columnK, columnK},
		{"the last column", columnPad, columnK | columnC, threeAll},
		{"update over insert", columnK, imageInserted, columnK | imageInserted},
		{"insert over delete", imageInserted, imageDeleted, imageInserted},
		{"insert over update", imageInserted, columnK, imageInserted},
		{"delete over insert", imageDeleted, imageInserted, imageDeleted},
		{"delete over update", imageDeleted, columnK, imageDeleted},
		{"all columns over delete", threeAll, imageDeleted, threeAll},
		{"some columns over delete, which no history has", columnK, imageDeleted, columnK},
	}
	for _, test := range tests {
		if got := test.newer.over(test.older, threeAll); got != test.want {
			t.Errorf("%s: %b, want %b", test.name, got, test.want)
		}
	}
}

// TestImageOverIsAssociative fuses chains of versions in both orders: a minor merge that fuses some
// of them first must not change what a reader gets.
func TestImageOverIsAssociative(t *testing.T) {
	g := rand.New(rand.NewPCG(1, 0))
	choices := []Image{columnK, columnC, columnPad, columnK | columnPad, threeAll, imageInserted,
		imageDeleted}
	for range 1000 {
		a, b, c := choices[g.IntN(7)], choices[g.IntN(7)], choices[g.IntN(7)]
		left := a.over(b, threeAll).over(c, threeAll)
		right := a.over(b.over(c, threeAll), threeAll)
		if left.deleted() != right.deleted() || left.ends(threeAll) != right.ends(threeAll) {
			// An update over a delete can't come about: the row has to exist.
			if !impossible(a, b) && !impossible(b, c) && !impossible(a, c) {
				t.Fatalf("%b over %b over %b: %b or %b", a, b, c, left, right)
			}
		}
	}
}

func impossible(newer, older Image) bool {
	return older.deleted() && newer&(imageInserted|imageDeleted) == 0
}

// TestColumnsImage wants the two highest bits to be out of an update's reach.
func TestColumnsImage(t *testing.T) {
	if got := columnsImage(^uint64(0)); got != 1<<MaxColumns-1 {
		t.Errorf("%b", got)
	}
	s := newShape(MaxColumns)
	if s.all.deleted() || s.all&imageInserted != 0 || !columnsImage(^uint64(0)).ends(s.all) {
		t.Errorf("all %d columns are %b", MaxColumns, s.all)
	}
}
