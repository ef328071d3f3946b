package adaptive

import (
	"fmt"
	"strings"
)

// Mode is a table's table_mode: how readily its tablets are merged.
type Mode uint8

// The modes, from the least to the most ready. All but Normal are queuing modes.
const (
	Normal Mode = iota
	Queuing
	Moderate
	Super
	Extreme
)

// modes are the rows of ObTableQueuingModeCfg::get_basic_config.
var modes = [...]struct {
	name            string
	deleteLimitRows int64
	factorTenths    int64
}{
	{"normal", 300_000, 10},
	{"queuing", 200_000, 9},
	{"moderate", 100_000, 8},
	{"super", 50_000, 6},
	{"extreme", 1_000, 5},
}

// ModeNames are the names of all modes, from the least to the most ready.
func ModeNames() []string {
	names := make([]string, len(modes))
	for m := range modes {
		names[m] = modes[m].name
	}
	return names
}

// String is the name that CREATE TABLE takes.
func (m Mode) String() string { return modes[m].name }

// ParseMode reads the value of a table_mode option, in upper or lower case.
func ParseMode(name string) (Mode, error) {
	for m, mode := range modes {
		if strings.EqualFold(name, mode.name) {
			return Mode(m), nil
		}
	}
	return Normal, fmt.Errorf(
		"unknown table_mode %q: want normal, queuing, moderate, super or extreme", name)
}

// IsQueuing says that deletes that pile up are a reason to merge however few rows the tablet has.
func (m Mode) IsQueuing() bool { return m != Normal }

// DeleteLimitRows is the number of deletes since the last merge that make a tablet a tombstone
// scene.
func (m Mode) DeleteLimitRows() int64 { return modes[m].deleteLimitRows }

// FactorTenths is the mode's factor on thresholds and pauses, in tenths.
func (m Mode) FactorTenths() int64 { return modes[m].factorTenths }

// takesMedium and takesMeta say which merges a check after a mini may ask for: medium below the
// two upper modes' level, meta only for extreme, either for those between
// (ObAdaptiveMergePolicy::is_schedule_medium, is_schedule_meta).
func (m Mode) takesMedium() bool { return m != Extreme }
func (m Mode) takesMeta() bool   { return m >= Moderate }
