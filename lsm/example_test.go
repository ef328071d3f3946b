package lsm_test

import (
	"fmt"

	"github.com/readamp/readamp/lsm"
)

// exampleTenant is a tenant of a server with its defaults.
func exampleTenant() *lsm.Tenant {
	rules, err := lsm.RulesFor("4.3.5", "amd64")
	if err != nil {
		panic(err)
	}
	return lsm.NewTenant(lsm.DefaultOptions(), rules)
}

// exampleTable is a table of 1000 rows with columns k, c and pad, all of them in the base.
func exampleTable() (*lsm.Tenant, *lsm.Table) {
	tenant := exampleTenant()
	table, err := tenant.CreateTable("sbtest1", 3, nil, lsm.BlockRows{}, lsm.BlockRows{})
	if err != nil {
		panic(err)
	}
	if err := table.Load(lsm.Range{First: 1, Last: 1000}); err != nil {
		panic(err)
	}
	return tenant, table
}

// columnC is column c of the three.
const columnC = 1 << 1

// How many rows does a range of 100 read, before and after updates, and after a major freeze?
func ExampleTenant() {
	tenant, table := exampleTable()
	hundred := lsm.Range{First: 201, Last: 300}
	show := func(state string) {
		c := table.Main.Scan(hundred)
		fmt.Printf("%-20s %d rows read for %d\n", state, c.RowsRead(), c.Returned)
	}
	show("clean")
	for round := range 3 {
		for id := lsm.Key(1); id <= 1000; id += 2 {
			if _, err := table.Update(id, columnC); err != nil {
				fmt.Println(err)
			}
		}
		show(fmt.Sprintf("%d x 500 updates", round+1))
		if err := tenant.MinorFreeze(); err != nil {
			fmt.Println(err)
		}
	}
	show("minor merge")
	if err := tenant.MajorFreeze(); err != nil {
		fmt.Println(err)
	}
	show("major freeze")
	// Output:
	// clean                100 rows read for 100
	// 1 x 500 updates      150 rows read for 100
	// 2 x 500 updates      200 rows read for 100
	// 3 x 500 updates      250 rows read for 100
	// minor merge          150 rows read for 100
	// major freeze         100 rows read for 100
}

// The stack of a tablet: keys as reads see them, rows as the merge policy sees them.
func ExampleTenant_MinorFreeze() {
	tenant, table := exampleTable()
	for range 3 {
		if _, err := table.Update(7, columnC); err != nil {
			fmt.Println(err)
		}
	}
	table.Delete(8)
	if err := tenant.MinorFreeze(); err != nil {
		fmt.Println(err)
	}
	for _, run := range table.Main.Runs() {
		fmt.Println(run.Kind, run.Keys.Len(), "keys", run.PhysicalRows, "rows")
	}
	// Output:
	// MAJOR 1000 keys 1000 rows
	// MINI 2 keys 5 rows
}

// A rollback leaves the memtable as it was for scans.
func ExampleTenant_Rollback() {
	tenant, table := exampleTable()
	if err := tenant.Begin(); err != nil {
		fmt.Println(err)
	}
	table.Delete(5)
	fmt.Println("inside:", table.Main.Scan(lsm.AllKeys).Returned)
	if err := tenant.Rollback(); err != nil {
		fmt.Println(err)
	}
	fmt.Println("after:", table.Main.Scan(lsm.AllKeys).Returned)
	// Output:
	// inside: 999
	// after: 1000
}

// An update of an indexed column is a delete and an insert in the index, which later reads of the
// index both read.
func ExampleTable_Update() {
	tenant := exampleTenant()
	table, err := tenant.CreateTable("t", 3, []int{0}, lsm.BlockRows{}, lsm.BlockRows{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for id := lsm.Key(1); id <= 100; id++ {
		if err := table.Insert(id, 500); err != nil { // k = 500
			fmt.Println(err)
		}
	}
	if err := tenant.MajorFreeze(); err != nil {
		fmt.Println(err)
	}
	for id := lsm.Key(1); id <= 30; id++ {
		if _, err := table.Update(id, 1, 501); err != nil { // k = 501
			fmt.Println(err)
		}
	}
	c := table.Indexes[0].Tablet.Scan(lsm.IndexRange(lsm.Range{First: 500, Last: 501}))
	fmt.Println(c.Returned, "returned from", c.Memstore, "+", c.Ssstore)
	// Output:
	// 100 returned from 60 + 100
}

// A point get walks from the newest table to the oldest until the row is whole. The second one
// finds it in the fuse row cache.
func ExampleTablet_Get() {
	tenant, table := exampleTable()
	if _, err := table.Update(7, columnC); err != nil {
		fmt.Println(err)
	}
	if err := tenant.MinorFreeze(); err != nil {
		fmt.Println(err)
	}
	for range 2 {
		c := table.Main.Get(7, columnC)
		fmt.Printf("%d SSTables, fuse hit %d\n", c.Ssstore, c.FuseHit)
	}
	// Output:
	// 2 SSTables, fuse hit 0
	// 0 SSTables, fuse hit 1
}

// A count reads no rows where the storage can count a block.
func ExampleTablet_Count() {
	tenant := exampleTenant()
	blocks := lsm.BlockRows{Major: []int64{100}}
	table, err := tenant.CreateTable("t", 3, nil, blocks, lsm.BlockRows{})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := table.Load(lsm.Range{First: 1, Last: 1000}); err != nil {
		fmt.Println(err)
	}
	fmt.Println("clean:", table.Main.Count(lsm.AllKeys).Ssstore)
	if _, err := table.Update(150, columnC); err != nil {
		fmt.Println(err)
	}
	fmt.Println("one row changed:", table.Main.Count(lsm.AllKeys).Ssstore)
	// Output:
	// clean: 0
	// one row changed: 100
}

// The policy of minor merges alone: a large minor and three small minis, of which only the minis
// are merged.
func ExamplePickMinor() {
	rules, err := lsm.RulesFor("4.2.1", "amd64")
	if err != nil {
		fmt.Println(err)
		return
	}
	runs := []lsm.RunInfo{
		{Kind: lsm.Minor, PhysicalRows: 8_000_000},
		{Kind: lsm.Mini, PhysicalRows: 100_000},
		{Kind: lsm.Mini, PhysicalRows: 100_000},
		{Kind: lsm.Mini, PhysicalRows: 100_000},
	}
	span := lsm.PickMinor(lsm.DefaultOptions(), rules, runs)
	fmt.Println("runs", span.First, "to", span.End-1)
	// Output:
	// runs 1 to 3
}

// What servers print for version() names the rules too.
func ExampleRulesFor() {
	for _, version := range []string{"4.2.1", "5.7.25-OceanBase seekdb-v1.2.0.0"} {
		rules, err := lsm.RulesFor(version, "arm64")
		if err != nil {
			fmt.Println(err)
		}
		fmt.Println(rules.Version, rules.FuseRowCache)
	}
	// Output:
	// 4.2.1 false
	// seekdb true
}
