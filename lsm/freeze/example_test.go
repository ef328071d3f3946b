package freeze_test

import (
	"fmt"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/freeze"
)

// A unit of 2 GB with 6 CPUs: its open pages alone are twice its freeze trigger.
func ExampleResolve() {
	rules, err := lsm.RulesFor("4.3", "amd64")
	if err != nil {
		fmt.Println(err)
		return
	}
	unit := freeze.Unit{MemoryBytes: 2 << 30, CPUs: 6}
	l := freeze.Resolve(lsm.DefaultOptions(), rules, unit, freeze.Hold{}, freeze.Server{})
	const mb = 1 << 20
	fmt.Printf("memstore limit %d MB, throttling from %d MB\n", l.MemstoreLimitBytes/mb,
		l.ThrottleBytes/mb)
	fmt.Printf("trigger %d MB (%s), open pages %d MB\n", l.TriggerBytes/mb, l.From,
		l.MaxCachedBytes/mb)
	fmt.Println("warnings:", len(l.Warnings()))
	// Output:
	// memstore limit 409 MB, throttling from 245 MB
	// trigger 81 MB (computed), open pages 192 MB
	// warnings: 1
}
