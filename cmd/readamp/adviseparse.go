package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/readamp/readamp/internal/nearest"
	"github.com/readamp/readamp/model/advice"
)

// tableName is the name of a table, with its database or without.
var tableName = regexp.MustCompile(`^[A-Za-z0-9_$-]{1,64}(\.[A-Za-z0-9_$-]{1,64})?$`)

// tenantName is the name of a tenant.
var tenantName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]{0,62}$`)

// changedTables reads --changed flags, such as orders=1M:350k.
func changedTables(texts []string) (list []advice.ChangedTable, err error) {
	for _, text := range texts {
		name, counts, _ := strings.Cut(text, "=")
		rows, changed, ok := strings.Cut(counts, ":")
		if !ok || !tableName.MatchString(name) {
			return nil, fmt.Errorf("%q: want a table, its rows and those changed since the "+
				"major, such as orders=1M:350k", text)
		}
		t := advice.ChangedTable{Name: name}
		if t.Rows, err = parseCount(rows); err != nil {
			return nil, fmt.Errorf("%s: rows: %w", name, err)
		}
		if t.Changed, err = parseCount(changed); err != nil {
			return nil, fmt.Errorf("%s: rows changed: %w", name, err)
		}
		list = append(list, t)
	}
	return list, nil
}

// countMost bounds a count that is typed.
const countMost = 1e15

// parseCount reads a whole number, or one with k or M.
func parseCount(text string) (float64, error) {
	digits, factor := text, 1.0
	for unit, f := range map[string]float64{"k": 1e3, "M": 1e6} {
		if rest, ok := strings.CutSuffix(text, unit); ok {
			digits, factor = rest, f
		}
	}
	n, err := strconv.ParseFloat(digits, 64)
	n *= factor
	if err != nil || !(n >= 0 && n <= countMost) || n != float64(int64(n)) {
		return 0, fmt.Errorf("%q is not a number of rows such as 350k", text)
	}
	return n, nil
}

// queryFields are what --query takes, by the columns of GV$OB_SQL_AUDIT.
var queryFields = []string{"returned", "memstore", "ssstore", "seconds", "plan-type", "get"}

// observedQueries reads --query flags.
func observedQueries(texts []string) (list []advice.ObservedQuery, err error) {
	for _, text := range texts {
		q, err := observedQuery(text)
		if err != nil {
			return nil, err
		}
		list = append(list, q)
	}
	return list, nil
}

func observedQuery(text string) (q advice.ObservedQuery, err error) {
	given := map[string]bool{}
	for _, part := range strings.Split(text, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		if given[name] {
			return q, fmt.Errorf("%s is there twice", name)
		}
		given[name] = true
		switch name {
		case "returned":
			q.ReturnedRows, err = parseCount(value)
		case "memstore":
			q.MemstoreRows, err = parseCount(value)
		case "ssstore":
			q.SSStoreRows, err = parseCount(value)
		case "seconds":
			q.Elapsed, err = parseElapsed(value)
		case "plan-type":
			q.PlanType, err = strconv.Atoi(value)
			if err != nil || q.PlanType < 0 || q.PlanType > 4 {
				err = fmt.Errorf("%q is not PLAN_TYPE: 1 local, 2 remote, 3 distributed", value)
			}
		case "get":
			q.Get = true
			if value != "" {
				err = fmt.Errorf("it takes no value, but there is %q", value)
			}
		default:
			return q, fmt.Errorf("unknown count %q%s", name, nearest.Hint(name, queryFields))
		}
		if err != nil {
			return q, fmt.Errorf("%s: %w", name, err)
		}
	}
	for _, name := range queryFields[:3] {
		if !given[name] {
			return q, fmt.Errorf("%s is missing: RETURN_ROWS, MEMSTORE_READ_ROW_COUNT and "+
				"SSSTORE_READ_ROW_COUNT are needed", name)
		}
	}
	return q, nil
}

// elapsedMost bounds how long a query takes, seconds.
const elapsedMost = 1e7

func parseElapsed(text string) (time.Duration, error) {
	s, err := strconv.ParseFloat(text, 64)
	if err != nil || !(s >= 0 && s <= elapsedMost) {
		return 0, fmt.Errorf("%q is not a number of seconds", text)
	}
	return time.Duration(s * float64(time.Second)), nil
}

// intervalRates reads --tps, rates of successive intervals.
func intervalRates(text string) (list []float64, err error) {
	if text == "" {
		return nil, nil
	}
	for _, part := range strings.Split(text, ",") {
		rate, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
		if err != nil || !(rate >= 0 && rate <= countMost) {
			return nil, fmt.Errorf("%q is not a rate such as 221.6", part)
		}
		list = append(list, rate)
	}
	if len(list) < 2 {
		return nil, fmt.Errorf("one interval: want two or more, in order of time")
	}
	return list, nil
}
