package plots_test

import (
	"fmt"
	"log"
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
