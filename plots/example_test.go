package plots_test

import (
	"fmt"
	"log"
	"math"
	"os"

	"github.com/readamp/readamp/plots"
)

// A figure from two phases, saved as rates.csv, rates.svg and rates.png.
func ExampleQPSByPhase() {
	figure, err := plots.QPSByPhase("Rates of one run", []plots.QPSRow{
		{Run: "run 1", Phase: "base", Script: "oltp_point_select",
			MeasuredQPS: 9120, LowQPS: 8700, HighQPS: 9400, PredictedQPS: 9200, Fitted: true},
		{Run: "run 1", Phase: "mini1", Script: "oltp_point_select",
			MeasuredQPS: 8050, LowQPS: 7610, HighQPS: 8380, PredictedQPS: 8200},
	})
	if err != nil {
		log.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "figures")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := figure.Save(dir, "rates"); err != nil {
		log.Fatal(err)
	}
	table, err := os.ReadFile(dir + "/rates.csv")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(string(table))
	// Output:
	// run,phase,script,measured_qps,low_qps,high_qps,predicted_qps,fitted
	// run 1,base,oltp_point_select,9120,8700,9400,9200,true
	// run 1,mini1,oltp_point_select,8050,7610,8380,8200,false
}

// Averages per statement are drawn as totals are, with ReturnedRows as what a statement returns.
func ExampleRowsByPhase() {
	figure, err := plots.RowsByPhase("Ranges of 100 rows", []plots.RowsRow{
		{Run: "run 1", Phase: "mini1", Statement: "range", ReturnedRows: 100, MemtableRows: 12,
			IncrementalRows: 40, BaseSlowRows: 80, BaseFastRows: 20, MeasuredRowsRead: 151},
	})
	if err != nil {
		log.Fatal(err)
	}
	for i, name := range figure.Header {
		fmt.Println(name, figure.Rows[0][i])
	}
	// Output:
	// run run 1
	// phase mini1
	// statement range
	// returned_rows 100
	// memtable_rows 12
	// incremental_rows 40
	// base_slow_rows 80
	// base_fast_rows 20
	// measured_rows_read 151
}

// The table has the error of each pair, and the noise it is to be judged by.
func ExamplePredictedVsMeasured() {
	figure, err := plots.PredictedVsMeasured("Rates", "throughput", "queries per second", 2,
		[]plots.Pair{
			{Group: "oltp_read_only", Label: "mem1", Measured: 5000, Predicted: 5100},
			{Group: "oltp_read_only", Label: "base", Measured: 8000, Predicted: 7900, Fitted: true},
		})
	if err != nil {
		log.Fatal(err)
	}
	if err := figure.WriteCSV(os.Stdout); err != nil {
		log.Fatal(err)
	}
	// Output:
	// group,label,quantity,unit,measured,predicted,error_pct,noise_pct,fitted
	// oltp_read_only,mem1,throughput,queries per second,5000,5100,2,2,false
	// oltp_read_only,base,throughput,queries per second,8000,7900,-1.25,2,true
}

// A tablet whose first mini has just been made from a frozen memtable.
func ExampleStackTimeline() {
	figure, err := plots.StackTimeline("Tables of sbtest1", []plots.StackBar{
		{Kind: "MAJOR", BornS: 0, DiedS: math.Inf(1), Rows: 1_000_000},
		{Kind: "MEMTABLE", BornS: 80, DiedS: 86.5, Rows: 198_000},
		{Kind: "MINI", BornS: 86.5, DiedS: math.Inf(1), Rows: 198_000},
	})
	if err != nil {
		log.Fatal(err)
	}
	if err := figure.WriteCSV(os.Stdout); err != nil {
		log.Fatal(err)
	}
	// Output:
	// kind,born_s,died_s,rows
	// MAJOR,0,,1000000
	// MEMTABLE,80,86.5,198000
	// MINI,86.5,,198000
}

// Point gets were measured, index scans were not.
func ExampleRowsOverTime() {
	none := math.NaN()
	figure, err := plots.RowsOverTime("Rows read", []plots.RowsSample{
		{AtS: 0, RangeMean: 1, RangeP5: 1, RangeP95: 1, GetMean: 0.3, IndexMean: none},
		{AtS: 60, RangeMean: 1.5, RangeP5: 1.4, RangeP95: 1.7, GetMean: 1.1, IndexMean: none},
	}, []plots.Mark{{AtS: 42, Kind: "freeze"}})
	if err != nil {
		log.Fatal(err)
	}
	for _, row := range figure.Rows {
		fmt.Printf("%q\n", row)
	}
	// Output:
	// ["0" "" "1" "1" "1" "0.3" ""]
	// ["60" "" "1.5" "1.4" "1.7" "1.1" ""]
	// ["42" "freeze" "" "" "" "" ""]
}

// Samples before and after a freeze show its peak, however far apart the others are.
func ExampleMemstoreOverTime() {
	figure, err := plots.MemstoreOverTime("Memory", []plots.MemstoreSample{
		{AtS: 0, ActiveBytes: 0, UsedBytes: 0},
		{AtS: 60, ActiveBytes: 100 << 20, UsedBytes: 100 << 20},
		{AtS: 60, ActiveBytes: 0, UsedBytes: 100 << 20},
	}, plots.MemstoreLevels{TriggerBytes: 100 << 20, LimitBytes: 500 << 20})
	if err != nil {
		log.Fatal(err)
	}
	if err := figure.WriteCSV(os.Stdout); err != nil {
		log.Fatal(err)
	}
	// Output:
	// at_s,active_bytes,used_bytes,trigger_bytes,throttle_bytes,limit_bytes
	// 0,0,0,104857600,0,524288000
	// 60,104857600,104857600,104857600,0,524288000
	// 60,0,104857600,104857600,0,524288000
}

// Writes were throttled during a quarter of the second minute.
func ExampleRatesOverTime() {
	figure, err := plots.RatesOverTime("Rates", []plots.RateSample{
		{AtS: 0, ReadQPS: 9000, WriteEventsPerS: 12000},
		{AtS: 60, ReadQPS: 7400, WriteEventsPerS: 12000},
		{AtS: 120, ReadQPS: 6300, WriteEventsPerS: 10500, ThrottledShare: 0.25},
	})
	if err != nil {
		log.Fatal(err)
	}
	if err := figure.WriteCSV(os.Stdout); err != nil {
		log.Fatal(err)
	}
	// Output:
	// at_s,read_qps,write_events_per_s,throttled_share
	// 0,9000,12000,0
	// 60,7400,12000,0
	// 120,6300,10500,0.25
}
