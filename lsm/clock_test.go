package lsm_test

import (
	"testing"
	"time"

	"github.com/readamp/readamp/lsm"
)

// TestAdvance: time passes by what is waited for, and a wait of years is over at once.
func TestAdvance(t *testing.T) {
	n := lsm.NewTenant(lsm.DefaultOptions(), mustRules(t, "seekdb", "amd64"))
	table, err := n.CreateTable("t", 1, nil, lsm.BlockRows{}, lsm.BlockRows{})
	if err != nil {
		t.Fatal(err)
	}
	for i, d := range []time.Duration{-time.Hour, 0, time.Nanosecond, time.Minute,
		100 * 366 * 24 * time.Hour} {
		if err := table.Insert(lsm.Key(i)); err != nil {
			t.Fatal(err)
		}
		before := n.Clock()
		n.Advance(d)
		if want := before + max(d, 0); n.Clock() != want {
			t.Errorf("after %v: %v, want %v", d, n.Clock(), want)
		}
		if err := n.MinorFreeze(); err != nil {
			t.Fatal(err)
		}
	}
}
