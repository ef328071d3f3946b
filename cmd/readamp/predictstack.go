package main

import (
	"math"
	"strings"

	"github.com/readamp/readamp/internal/nearest"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/model"
)

// aboveMost bounds the tables of a stack that is named: what a tablet may have in its store.
const aboveMost = 64

// aboveKinds are the kinds of a stack by name.
var aboveKinds = []model.AboveKind{model.AboveMinor, model.AboveMini, model.AboveMemtable}

// parseStack reads what stands above the base, oldest first, such as "minor=1.4M,mini=700k,
// memtable=50k": the write events of all tables together. SSTables come before memtables.
func parseStack(text string) (list []model.Above, err error) {
	if strings.TrimSpace(text) == "base" {
		return nil, nil
	}
	for _, item := range strings.Split(text, ",") {
		name, events, found := strings.Cut(strings.TrimSpace(item), "=")
		if !found {
			return nil, usageError("--stack: %q: want base, or kind=events such as mini=700k", item)
		}
		a := model.Above{}
		if a.Kind, err = parseAbove(name); err != nil {
			return nil, err
		}
		if a.Events, err = workload.ParseCount(events); err != nil {
			return nil, usageError("--stack: %s: %w", name, err)
		}
		if n := len(list); n > 0 && list[n-1].Kind == model.AboveMemtable &&
			a.Kind != model.AboveMemtable {
			return nil, usageError("--stack: a %s above a memtable: name the oldest first", name)
		}
		list = append(list, a)
	}
	if len(list) > aboveMost {
		return nil, usageError("--stack: %d tables, at most %d", len(list), aboveMost)
	}
	return list, nil
}

func parseAbove(name string) (model.AboveKind, error) {
	var names []string
	for _, k := range aboveKinds {
		if k.String() == strings.ToLower(name) {
			return k, nil
		}
		names = append(names, k.String())
	}
	return 0, usageError("--stack: unknown kind %q%s", name, nearest.Hint(name, names))
}

// settledFlags say what freezes there were instead of when they come.
type settledFlags struct {
	freezes                 int
	perFreeze, active, gets string
}

// settledMost bounds the freezes of a settled stack, some 10 ms of work where minors are large.
const settledMost = 100_000

// settled is the stack after so many freezes of so many events.
func (f settledFlags) settled(s *scenario, g int) ([]model.Above, error) {
	perFreeze, err := workload.ParseCount(f.perFreeze)
	switch {
	case err != nil:
		return nil, usageError("--freeze-events: %w", err)
	case f.freezes < 0 || f.freezes > settledMost:
		return nil, usageError("--freezes: %d, want 0 to %d", f.freezes, settledMost)
	case math.IsInf(perFreeze*float64(f.freezes), 0):
		return nil, usageError("--freeze-events: %s is too many", f.perFreeze)
	}
	active := 0.0
	if f.active != "" {
		if active, err = workload.ParseCount(f.active); err != nil {
			return nil, usageError("--memtable-events: %w", err)
		}
	}
	tables := float64(s.plan.Groups[g].Tables)
	return s.tables[g].Settled(nil, s.options, s.rules, f.freezes, perFreeze/tables,
		active/tables), nil
}
