package lsm

import "testing"

// TestBlockRowsAt: the last number of a layout is repeated, and no block is empty.
func TestBlockRowsAt(t *testing.T) {
	rows := BlockRows{Major: []int64{100, 1700}, Inc: []int64{0, 565, -1}}
	tests := []struct {
		name string
		at   func(int) int64
		want [4]int64
	}{
		{"major", rows.MajorAt, [4]int64{100, 1700, 1700, 1700}},
		{"inc", rows.IncAt, [4]int64{1, 565, 1, 1}},
		{"no layout", BlockRows{Major: rows.Major}.IncAt, [4]int64{}},
	}
	for _, test := range tests {
		for i, want := range test.want {
			if got := test.at(i); got != want {
				t.Errorf("%s: block %d takes %d rows, want %d", test.name, i, got, want)
			}
		}
	}
}
