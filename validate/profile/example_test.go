package profile_test

import (
	"bytes"
	"fmt"
	"log"

	pprof "github.com/google/pprof/profile"

	"github.com/readamp/readamp/validate/profile"
)

// A profile of one stack, 30 ms of copying memory to fuse rows, as a file would hold it.
func ExampleRead() {
	stack := pprof.Sample{Value: []int64{30e6}}
	p := pprof.Profile{
		SampleType: []*pprof.ValueType{{Type: "cpu", Unit: "nanoseconds"}},
		Sample:     []*pprof.Sample{&stack},
	}
	names := []string{"runtime.memmove", "github.com/readamp/readamp/lsm/rows.(*fuser).add"}
	for i, name := range names {
		f := &pprof.Function{ID: uint64(i + 1), Name: name}
		l := &pprof.Location{ID: f.ID, Line: []pprof.Line{{Function: f}}}
		p.Function = append(p.Function, f)
		p.Location = append(p.Location, l)
		stack.Location = append(stack.Location, l)
	}
	var file bytes.Buffer
	if err := p.Write(&file); err != nil {
		log.Fatal(err)
	}
	shares, err := profile.Read(&file, profile.Classes())
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range shares.Classes[:2] {
		fmt.Printf("%s: %v s of %v s\n", s.Class, s.Seconds, shares.TotalSeconds)
	}
	for _, hot := range shares.Top(3) {
		fmt.Printf("on top: %s (%s)\n", hot.Function, hot.Class)
	}
	// Output:
	// merging: 0 s of 0.03 s
	// fusing: 0.03 s of 0.03 s
	// on top: runtime.memmove (fusing)
}
