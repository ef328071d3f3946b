package model_test

import (
	"math"
	"testing"

	"github.com/readamp/readamp/model"
)

// TestSettledShapeIsTheWalk compares closed form and walk, for all triggers, releases and growths.
func TestSettledShapeIsTheWalk(t *testing.T) {
	for _, version := range []string{"4.1", "4.2.1", "4.3.0", "seekdb"} {
		for trigger := range 17 {
			o, r := stackSetting(t, version, trigger)
			for name, rows := range growths() {
				scaled := func(n int) float64 { return rows(n) / 1e4 }
				for i, step := range model.WalkStack(o, r, 80, scaled) {
					want := model.SettledShape(trigger, i+1)
					if got := shapeOf(step.Runs); got != want {
						t.Fatalf("%s, T = %d, %s, %d flushes: %+v, walk %+v", version, trigger,
							name, i+1, want, got)
					}
					cycle := model.SettledCycle(trigger)
					if n := len(step.Runs); n < cycle.Least || n > cycle.Most ||
						step.Peak > cycle.Peak {
						t.Fatalf("T = %d: %d runs, peak %d, cycle %+v", trigger, n, step.Peak,
							cycle)
					}
				}
			}
		}
	}
}

// shapeOf reads a stack with at most one minor; of a minor of one flush it sees a mini.
func shapeOf(stack []model.StackRun) model.StackShape {
	shape := model.StackShape{Minis: len(stack)}
	if len(stack) > 0 && stack[0].Flushes > 1 {
		shape = model.StackShape{MinorFlushes: stack[0].Flushes, Minis: len(stack) - 1}
	}
	return shape
}

// TestSettledShapeHolds finds the flush at which the walk leaves the closed form; with releases
// that take the factor 0 literally there is none.
func TestSettledShapeHolds(t *testing.T) {
	for _, version := range []string{"4.1", "4.2.1", "4.3.0", "seekdb"} {
		for _, trigger := range []int{0, 1, 2, 3, 5, 16} {
			o, r := stackSetting(t, version, trigger)
			for _, rows := range []float64{20e3, 300e3, 1.9e6, 2.1e6} {
				grow := model.SteadyFlush(rows)
				left := math.MaxInt
				for i, step := range model.WalkStack(o, r, 60, grow) {
					if shapeOf(step.Runs) != model.SettledShape(trigger, i+1) {
						left = min(left, i+1)
					}
					if holds := model.SettledShapeHolds(o, r, i+1, grow); holds != (i+1 < left) {
						t.Fatalf("%s, T = %d, minis of %.0f: holds %v at %d, left at %d", version,
							trigger, rows, holds, i+1, left)
					}
				}
				if (version == "4.1" || version == "4.3.0") && left != math.MaxInt {
					t.Errorf("%s, T = %d, minis of %.0f: left at %d", version, trigger, rows, left)
				}
			}
		}
	}
}

// TestSettleStackKeepsItsInput has the stack given stay as it was.
func TestSettleStackKeepsItsInput(t *testing.T) {
	o, r := stackSetting(t, "4.2.1", 2)
	stack := []model.StackRun{{Flushes: 5, Rows: 50}, {Flushes: 1, Rows: 10},
		{Flushes: 1, Rows: 10}}
	settled, merges := model.SettleStack(o, r, stack, func(n int) float64 { return 9 * float64(n) })
	if len(settled) != 1 || settled[0] != (model.StackRun{Flushes: 7, Rows: 63}) {
		t.Errorf("settled %+v", settled)
	}
	if len(merges) != 1 || merges[0].Inputs != 3 || merges[0].DroppedRows() != 7 {
		t.Errorf("merges %+v", merges)
	}
	if len(stack) != 3 || stack[0].Rows != 50 {
		t.Errorf("the input became %+v", stack)
	}
	if shape := model.SettledShape(2, 0); shape.Runs() != 0 {
		t.Errorf("without a flush: %+v", shape)
	}
}
