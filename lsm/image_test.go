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
		{ImageInserted, threeAll, true},
		{ImageDeleted, threeAll, true},
		{ImageDeleted, columnC, true},
		{0, columnC, false},
	}
	for _, test := range tests {
		if got := test.image.Ends(test.wanted); got != test.want {
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
		{"update over insert", columnK, ImageInserted, columnK | ImageInserted},
		{"insert over delete", ImageInserted, ImageDeleted, ImageInserted},
		{"insert over update", ImageInserted, columnK, ImageInserted},
		{"delete over insert", ImageDeleted, ImageInserted, ImageDeleted},
		{"delete over update", ImageDeleted, columnK, ImageDeleted},
		{"all columns over delete", threeAll, ImageDeleted, threeAll},
		{"some columns over delete, which no history has", columnK, ImageDeleted, columnK},
	}
	for _, test := range tests {
		if got := test.newer.Over(test.older, threeAll); got != test.want {
			t.Errorf("%s: %b, want %b", test.name, got, test.want)
		}
	}
}

// TestImageOverIsAssociative fuses chains of versions in both orders: a minor merge that fuses some
// of them first must not change what a reader gets.
func TestImageOverIsAssociative(t *testing.T) {
	g := rand.New(rand.NewPCG(1, 0))
	choices := []Image{columnK, columnC, columnPad, columnK | columnPad, threeAll, ImageInserted,
		ImageDeleted}
	for range 1000 {
		a, b, c := choices[g.IntN(7)], choices[g.IntN(7)], choices[g.IntN(7)]
		left := a.Over(b, threeAll).Over(c, threeAll)
		right := a.Over(b.Over(c, threeAll), threeAll)
		if left.Deleted() != right.Deleted() || left.Ends(threeAll) != right.Ends(threeAll) {
			// An update over a delete can't come about: the row has to exist.
			if !impossible(a, b) && !impossible(b, c) && !impossible(a, c) {
				t.Fatalf("%b over %b over %b: %b or %b", a, b, c, left, right)
			}
		}
	}
}

func impossible(newer, older Image) bool {
	return older.Deleted() && newer&(ImageInserted|ImageDeleted) == 0
}

// TestColumnsImage wants the two highest bits to be out of an update's reach.
func TestColumnsImage(t *testing.T) {
	if got := ColumnsImage(^uint64(0)); got != 1<<MaxColumns-1 {
		t.Errorf("%b", got)
	}
	s := newShape(MaxColumns)
	if s.all.Deleted() || s.all&ImageInserted != 0 || !ColumnsImage(^uint64(0)).Ends(s.all) {
		t.Errorf("all %d columns are %b", MaxColumns, s.all)
	}
}
