package plots_test

import (
	"fmt"
	"log"
	"os"

	"github.com/readamp/readamp/plots"
)

// Two values of each setting; with the late trigger writes would throttle.
func ExampleCostHeatmap() {
	figure, err := plots.CostHeatmap("Cost of reads by trigger and table mode",
		plots.HeatmapAxes{X: "freeze_trigger_percentage (%)", Y: "table mode",
			Value: "read cost (µs per query)"},
		[]plots.HeatmapCell{
			{X: "20", Y: "normal", Value: 88}, {X: "60", Y: "normal", Value: 71, Throttled: true},
			{X: "20", Y: "queuing", Value: 52}, {X: "60", Y: "queuing", Value: 45, Throttled: true},
		}, &plots.HeatmapPlace{X: "20", Y: "normal"}, &plots.HeatmapPlace{X: "20", Y: "queuing"})
	if err != nil {
		log.Fatal(err)
	}
	for _, row := range figure.Rows {
		fmt.Println(row[1], row[3], row[5:])
	}
	// Output:
	// 20 normal [88 false false true false]
	// 60 normal [71 true false false false]
	// 20 queuing [52 false false false true]
	// 60 queuing [45 true false false false]
}

// The third setting costs more than the second in both, so it is not on the front.
func ExampleParetoFront() {
	figure, err := plots.ParetoFront("Read cost and merge work", "read cost (µs per query)",
		[]plots.ParetoRow{
			{Setting: "trigger 8", ReadCost: 88, RewrittenBytesPerHour: 1e9, Current: true},
			{Setting: "trigger 4", ReadCost: 52, RewrittenBytesPerHour: 3e9, Best: true},
			{Setting: "trigger 2", ReadCost: 55, RewrittenBytesPerHour: 9e9},
		})
	if err != nil {
		log.Fatal(err)
	}
	if err := figure.WriteCSV(os.Stdout); err != nil {
		log.Fatal(err)
	}
	// Output:
	// setting,quantity,read_cost,rewritten_bytes_per_hour,excluded,on_front,current,best
	// trigger 8,read cost (µs per query),88,1000000000,false,true,true,false
	// trigger 4,read cost (µs per query),52,3000000000,false,true,false,true
	// trigger 2,read cost (µs per query),55,9000000000,false,false,false,false
}

// Two states of a tablet, with the interval of each total.
func ExampleCostByTerm() {
	terms := []string{"statement", "slow row", "version"}
	figure, err := plots.CostByTerm("What a range costs", terms,
		[]plots.TermsRow{
			{State: "base", Micros: []float64{38, 0, 0}, LowMicros: 35, HighMicros: 41},
			{State: "mini3", Micros: []float64{38, 25, 60}, LowMicros: 112, HighMicros: 134},
		})
	if err != nil {
		log.Fatal(err)
	}
	if err := figure.WriteCSV(os.Stdout); err != nil {
		log.Fatal(err)
	}
	// Output:
	// state,statement_us,slow_row_us,version_us,all_us,interval_low_us,interval_high_us
	// base,38,0,0,38,35,41
	// mini3,38,25,60,123,112,134
}
