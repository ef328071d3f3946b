// Embed uses package lsm as a library: how many rows does a range of 100 read, before and after a
// write-heavy hour, and after a major freeze?
package main

import (
	"fmt"
	"log"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/keydist"
)

func main() {
	rules, err := lsm.RulesFor("4.3.5", "amd64")
	check(err)
	tenant := lsm.NewTenant(lsm.DefaultOptions(), rules)
	blocks := lsm.BlockRows{Major: []int64{212}}
	table, err := tenant.CreateTable("orders", 3, nil, blocks, lsm.BlockRows{})
	check(err)
	check(table.Load(lsm.Range{First: 1, Last: 1_000_000}))
	ids, err := keydist.New("special", 1_000_000, keydist.Options{})
	check(err)
	draw := keydist.NewSampler(ids, keydist.NewPCG(1, 0))

	hot := lsm.Range{First: 500_000, Last: 500_099}
	show := func(when string) {
		c := table.Main.Scan(hot)
		fmt.Printf("%-13s %d rows returned, %d read: %d in memtables, %d in minis and minors\n",
			when, c.Returned, c.RowsRead(), c.Memstore, c.MinorRows)
	}
	show("clean")
	for epoch := range 3 {
		for range 40_000 {
			_, err := table.Update(lsm.Key(draw.Draw()), 1<<1)
			check(err)
		}
		if epoch < 2 {
			check(tenant.MinorFreeze())
		}
	}
	show("after writes")
	check(tenant.MajorFreeze())
	show("after a major")
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
