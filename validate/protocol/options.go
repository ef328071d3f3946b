package protocol

import (
	"strconv"

	"github.com/readamp/readamp/lsm/keydist"
	"github.com/readamp/readamp/lsm/workload"
)

// changedOptions are sysbench's options that differ from its defaults, as its command line has
// them. Tables, table size and rand type are left out: a recorded config has fields for them.
// workload.ParseOptions reads them back.
func changedOptions(o workload.Options) []string {
	plain, err := workload.ParseOptions(readOnly, nil)
	if err != nil {
		panic(err) // sysbench's own defaults
	}
	list := []string{}
	was := optionValues(plain)
	for i, now := range optionValues(o) {
		if now != was[i] {
			list = append(list, "--"+now)
		}
	}
	return list
}

// optionValues are the options as name=value, always in the same order.
func optionValues(o workload.Options) []string {
	return []string{
		"range-size=" + strconv.FormatInt(o.RangeSize, 10),
		"point-selects=" + strconv.Itoa(o.PointSelects),
		"simple-ranges=" + strconv.Itoa(o.SimpleRanges),
		"sum-ranges=" + strconv.Itoa(o.SumRanges),
		"order-ranges=" + strconv.Itoa(o.OrderRanges),
		"distinct-ranges=" + strconv.Itoa(o.DistinctRanges),
		"index-updates=" + strconv.Itoa(o.IndexUpdates),
		"non-index-updates=" + strconv.Itoa(o.NonIndexUpdates),
		"delete-inserts=" + strconv.Itoa(o.DeleteInserts),
		"range-selects=" + onOff(o.RangeSelects),
		"skip-trx=" + onOff(o.SkipTrx),
		"create-secondary=" + onOff(o.CreateSecondary),
		"auto-inc=" + onOff(o.AutoInc),
		"rand-spec-iter=" + randValue(float64(o.Rand.SpecIter)),
		"rand-spec-pct=" + randValue(float64(o.Rand.SpecPct)),
		"rand-spec-res=" + randValue(float64(o.Rand.SpecRes)),
		"rand-pareto-h=" + randValue(o.Rand.ParetoH),
		"rand-zipfian-exp=" + randValue(o.Rand.ZipfianExp),
	}
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// randValue is a --rand-* option; keydist keeps a 0 that is meant as keydist.Zero, so that 0 can
// stand for the default.
func randValue(x float64) string {
	if x == keydist.Zero {
		x = 0
	} else if x == 0 {
		return "" // the default's own text: never printed, since it equals the default
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}
