package advice_test

import (
	"testing"

	"github.com/readamp/readamp/model/advice"
)

// TestStall: field case 10.
func TestStall(t *testing.T) {
	s := advised(t, "4.2.5")
	f := s.Stall([]float64{17495.33, 17297.41, 16619.05, 221.59, 0.40, 30.60})
	wants(t, f, advice.Act, "From 16,619 to 222 a second within one interval, the 4th: 98.7 "+
		"% lost at once is a stall", "MEMSTORE_USED")
	wants(t, s.Stall([]float64{340e3, 170e3, 0}), advice.Act, "the 3rd: 100.0 %",
		"MEMSTORE_USED")
	for _, rates := range [][]float64{{340e3, 170e3, 350e3}, {0, 0, 5}, {1, 2}} {
		wants(t, s.Stall(rates), advice.Know, "No stall")
	}
}
