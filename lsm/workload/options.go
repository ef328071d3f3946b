package workload

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/readamp/readamp/internal/nearest"
	"github.com/readamp/readamp/lsm/keydist"
)

// Limits. The first two are our own, far above any use.
const (
	MaxTables    = 100_000
	MaxCount     = 10_000        // statements of one kind in an event
	MaxTableSize = math.MaxInt32 // id is an INTEGER (oltp_common.lua)
)

// Options are a script and sysbench's options that matter to its statements.
//
// The zero value is not usable, because 0 is a common choice for many fields (for example
// --delete-inserts=0). Get the defaults from ParseOptions without arguments, then change fields.
// Fields that a script does not use have no effect, but must be in range.
type Options struct {
	// Script is one of Scripts, or Queue.
	Script string

	// Tables is --tables, default 1. They are called sbtest1, sbtest2, ...
	Tables int

	// TableSize is --table-size: rows of each table before the run, default 10000. Ids are drawn
	// from 1..TableSize during the whole run.
	TableSize int64

	// RangeSize is --range-size: ids in a range query, default 100.
	RangeSize int64

	// How many statements an event has of each kind: --point-selects (default 10),
	// --simple-ranges, --sum-ranges, --order-ranges, --distinct-ranges, --index-updates,
	// --non-index-updates and --delete-inserts (default 1; of the last, pairs).
	PointSelects    int
	SimpleRanges    int
	SumRanges       int
	OrderRanges     int
	DistinctRanges  int
	IndexUpdates    int
	NonIndexUpdates int
	DeleteInserts   int

	// RangeSelects is --range-selects, default on: whether there are range queries at all.
	RangeSelects bool

	// SkipTrx is --skip-trx, default off: no BEGIN and COMMIT, each statement commits alone, so a
	// delete and the insert of the same id become two versions of the row.
	SkipTrx bool

	// CreateSecondary is --create-secondary, default on: the tables have an index on k, so that an
	// index update, a delete and an insert write index rows too. No effect on the statements.
	CreateSecondary bool

	// Secondary is --secondary, default off; on is refused.
	Secondary bool

	// AutoInc is --auto-inc, default on; off is refused in oltp_insert and has no effect elsewhere.
	AutoInc bool

	// RandType is --rand-type, default special as in sysbench 1.0; 1.1 has uniform.
	RandType string

	// Rand holds the other --rand-* options.
	Rand keydist.Options
}

// defaults returns sysbench's own (oltp_common.lua; rand-type from sb_rand.c of 1.0.20).
func defaults(script string) Options {
	return Options{
		Script:          script,
		Tables:          1,
		TableSize:       10_000,
		RangeSize:       100,
		PointSelects:    10,
		SimpleRanges:    1,
		SumRanges:       1,
		OrderRanges:     1,
		DistinctRanges:  1,
		IndexUpdates:    1,
		NonIndexUpdates: 1,
		DeleteInserts:   1,
		RangeSelects:    true,
		CreateSecondary: true,
		AutoInc:         true,
		RandType:        "special",
	}
}

// Validate reports everything that is wrong with o.
func (o Options) Validate() error {
	errs := []error{
		checkScript(o.Script),
		check("tables", int64(o.Tables), 1, MaxTables),
		check("table-size", o.TableSize, 1, MaxTableSize),
		check("range-size", o.RangeSize, 1, MaxTableSize),
		check("point-selects", int64(o.PointSelects), 0, MaxCount),
		check("simple-ranges", int64(o.SimpleRanges), 0, MaxCount),
		check("sum-ranges", int64(o.SumRanges), 0, MaxCount),
		check("order-ranges", int64(o.OrderRanges), 0, MaxCount),
		check("distinct-ranges", int64(o.DistinctRanges), 0, MaxCount),
		check("index-updates", int64(o.IndexUpdates), 0, MaxCount),
		check("non-index-updates", int64(o.NonIndexUpdates), 0, MaxCount),
		check("delete-inserts", int64(o.DeleteInserts), 0, MaxCount),
	}
	if o.Secondary {
		errs = append(errs, errors.New("workload: --secondary=on is not supported: "+
			"rows would be found through an index on id"))
	}
	if o.Script == "oltp_insert" && !o.AutoInc {
		errs = append(errs, errors.New("workload: --auto-inc=off is not supported in oltp_insert: "+
			"new ids would be random"))
	}
	if _, err := keydist.New(o.RandType, 1, o.Rand); err != nil {
		errs = append(errs, fmt.Errorf("workload: --rand-type: %w", err))
	}
	return errors.Join(errs...)
}

// check returns an error unless value is in least..most.
func check(option string, value, least, most int64) error {
	if value < least || value > most {
		return fmt.Errorf("workload: --%s is %d, want %d to %d", option, value, least, most)
	}
	return nil
}

// checkScript returns an error unless name is one of Scripts, or Queue.
func checkScript(name string) error {
	if name != Queue && !slices.Contains(scripts[:], name) {
		return fmt.Errorf("workload: unknown script %q%s", name, nearest.Hint(name, scripts[:]))
	}
	return nil
}
