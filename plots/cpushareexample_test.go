package plots_test

import (
	"fmt"
	"log"

	"github.com/readamp/readamp/plots"
)

// Two phases: before and after an hour of writes.
func ExampleCPUByPhase() {
	figure, err := plots.CPUByPhase("CPU time of range reads", []plots.CPURow{
		{Run: "run 1", Phase: "base", Script: "oltp_read_only", BlockScanMicros: 46,
			BlockDecodeMicros: 21.5, ClientMicros: 13},
		{Run: "run 1", Phase: "after-writes", Script: "oltp_read_only", MergingMicros: 44,
			FusingMicros: 77, BlockDecodeMicros: 45, ClientMicros: 13, RuntimeMicros: 6},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(figure.Header[1], figure.Header[3:8])
	for _, row := range figure.Rows {
		fmt.Println(row[1], row[3:8])
	}
	// Output:
	// phase [merging_us fusing_us memtable_us block_decode_us block_scan_us]
	// base [0 0 0 21.5 46]
	// after-writes [44 77 0 45 0]
}
