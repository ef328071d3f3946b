package workload

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/readamp/readamp/internal/nearest"
	"github.com/readamp/readamp/lsm/keydist"
)

// ignored are the options of sysbench 1.0.20 without effect on the statements; see the package
// comment. From the output of sysbench --help and of an oltp script's help.
var ignored = [...]string{
	"threads", "events", "time", "rate", "num-threads", "max-requests", "max-time", "tx-rate",
	"forced-shutdown", "thread-stack-size", "report-interval", "report-checkpoints",
	"percentile", "histogram", "verbosity", "debug", "validate", "rand-seed",
	"db-driver", "db-ps-mode", "db-debug",
	"mysql-host", "mysql-port", "mysql-socket", "mysql-user", "mysql-password", "mysql-db",
	"mysql-ssl", "mysql-ssl-cipher", "mysql-compression", "mysql-debug", "mysql-ignore-errors",
	"mysql-dry-run", "mysql-storage-engine",
	"pgsql-host", "pgsql-port", "pgsql-user", "pgsql-password", "pgsql-db", "pgsql-variant",
}

// maxNumber is the largest number sysbench takes for an integer option (sb_options.c).
const maxNumber = math.MaxInt32

// ParseOptions reads sysbench's options, each as --name=value or a bare --name for a switch, on
// top of the defaults. The result is validated. An unknown option is an error that names a near
// one, if there is one.
func ParseOptions(script string, args []string) (Options, error) {
	o := defaults(script)
	if script == Queue {
		return Options{}, fmt.Errorf("workload: sysbench has no script %q; a plan has", script)
	}
	fields := o.fields()
	for _, arg := range args {
		if err := parse(fields, arg); err != nil {
			return Options{}, err
		}
	}
	if err := o.Validate(); err != nil {
		return Options{}, err
	}
	return o, nil
}

// A field is a named place for a value.
type field struct {
	name   string
	value  any // *bool, *int, *int64, *float64 or *string
	ifZero int // what is stored for the number 0
}

// fields lists the options that ParseOptions stores in o. A 0 given for a --rand-* option is meant,
// while a 0 in keydist.Options is the default, hence ifZero.
func (o *Options) fields() []field {
	return []field{
		{name: "tables", value: &o.Tables},
		{name: "table-size", value: &o.TableSize},
		{name: "range-size", value: &o.RangeSize},
		{name: "point-selects", value: &o.PointSelects},
		{name: "simple-ranges", value: &o.SimpleRanges},
		{name: "sum-ranges", value: &o.SumRanges},
		{name: "order-ranges", value: &o.OrderRanges},
		{name: "distinct-ranges", value: &o.DistinctRanges},
		{name: "index-updates", value: &o.IndexUpdates},
		{name: "non-index-updates", value: &o.NonIndexUpdates},
		{name: "delete-inserts", value: &o.DeleteInserts},
		{name: "range-selects", value: &o.RangeSelects},
		{name: "skip-trx", value: &o.SkipTrx},
		{name: "create-secondary", value: &o.CreateSecondary},
		{name: "secondary", value: &o.Secondary},
		{name: "auto-inc", value: &o.AutoInc},
		{name: "rand-type", value: &o.RandType},
		{name: "rand-spec-iter", value: &o.Rand.SpecIter, ifZero: keydist.Zero},
		{name: "rand-spec-pct", value: &o.Rand.SpecPct, ifZero: keydist.Zero},
		{name: "rand-spec-res", value: &o.Rand.SpecRes, ifZero: keydist.Zero},
		{name: "rand-pareto-h", value: &o.Rand.ParetoH, ifZero: keydist.Zero},
		{name: "rand-zipfian-exp", value: &o.Rand.ZipfianExp, ifZero: keydist.Zero},
	}
}

// parse stores one argument in the field it names.
func parse(fields []field, arg string) error {
	text, isOption := strings.CutPrefix(arg, "--")
	if !isOption {
		return fmt.Errorf("workload: argument %q: want --name=value", arg)
	}
	name, value, hasValue := strings.Cut(text, "=")
	name = strings.ReplaceAll(name, "_", "-")
	if slices.Contains(ignored[:], name) {
		return nil
	}
	i := slices.IndexFunc(fields, func(f field) bool { return f.name == name })
	if i < 0 {
		return unknownOption(fields, name)
	}
	return fields[i].set(value, hasValue)
}

// unknownOption names the nearest option there is.
func unknownOption(fields []field, name string) error {
	var known []string
	for _, option := range ignored {
		known = append(known, "--"+option)
	}
	for _, f := range fields {
		known = append(known, "--"+f.name)
	}
	return fmt.Errorf("workload: unknown option --%s%s", name, nearest.Hint("--"+name, known))
}

// set stores text in the field.
func (f field) set(text string, hasText bool) error {
	var err error
	switch p := f.value.(type) {
	case *bool:
		*p, err = f.parseSwitch(text, hasText)
	case *int:
		var n int64
		n, err = f.parseWhole(text)
		*p = int(n)
	case *int64:
		*p, err = f.parseWhole(text)
	case *float64:
		*p, err = f.parseNumber(text)
	case *string:
		*p = text
	}
	return err
}

// parseSwitch reads the values sysbench knows (set_option in sb_options.c).
func (f field) parseSwitch(text string, hasText bool) (bool, error) {
	switch {
	case !hasText, text == "on", text == "true", text == "1":
		return true, nil
	case text == "off", text == "false", text == "0":
		return false, nil
	}
	return false, fmt.Errorf("workload: --%s is %q, want on or off", f.name, text)
}

// parseNumber reads a number that is not negative.
func (f field) parseNumber(text string) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x >= 0 && x <= maxNumber) {
		return 0, fmt.Errorf("workload: --%s is %q, want a number from 0 to %d",
			f.name, text, maxNumber)
	}
	if x == 0 {
		x = float64(f.ifZero)
	}
	return x, nil
}

// parseWhole reads a whole number, also one written as 1e6, which sysbench takes as well.
func (f field) parseWhole(text string) (int64, error) {
	x, err := f.parseNumber(text)
	if err == nil && x != math.Trunc(x) {
		err = fmt.Errorf("workload: --%s is %q, want a whole number", f.name, text)
	}
	return int64(x), err
}

// text returns the value of the field as set reads it, "" for one that is left to the default.
func (f field) text() string {
	switch p := f.value.(type) {
	case *bool:
		if *p {
			return "on"
		}
		return "off"
	case *int:
		return f.numberText(float64(*p))
	case *int64:
		return f.numberText(float64(*p))
	case *float64:
		return f.numberText(*p)
	}
	return *f.value.(*string)
}

// numberText undoes what ifZero did.
func (f field) numberText(x float64) string {
	if f.ifZero != 0 && x == 0 {
		return ""
	}
	if f.ifZero != 0 && x == float64(f.ifZero) {
		x = 0
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}
