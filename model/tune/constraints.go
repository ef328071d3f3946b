package tune

import (
	"fmt"
	"slices"

	"github.com/readamp/readamp/internal/nearest"
)

// Objective is the figure of read cost that a sweep makes as small as it can.
type Objective string

// The objectives.
const (
	ObjectiveMean      Objective = "mean"
	ObjectiveP95       Objective = "p95"
	ObjectiveWorstHour Objective = "worst-hour"
)

// Objectives lists them.
func Objectives() []string {
	return []string{string(ObjectiveMean), string(ObjectiveP95), string(ObjectiveWorstHour)}
}

// Of is the objective's figure.
func (o Objective) Of(f ReadFigure) float64 {
	switch o {
	case ObjectiveP95:
		return f.P95
	case ObjectiveWorstHour:
		return f.WorstHour
	}
	return f.Mean
}

// Constraints are what a setting must keep; a bound of 0 is none. That the memstore fills up, so
// that writes fail, is never allowed.
type Constraints struct {
	MaxWriteAmplification float64 `json:"max_write_amplification,omitempty"`
	MaxMemstoreBytes      int64   `json:"max_memstore_bytes,omitempty"` // of its peak
	MaxDiskBytes          int64   `json:"max_disk_bytes,omitempty"`     // of its peak
	AllowThrottle         bool    `json:"allow_throttle"`
}

// Constraint is the name of one of them.
type Constraint string

// The constraints.
const (
	WriteAmplificationConstraint Constraint = "write amplification"
	MemstoreConstraint           Constraint = "memstore"
	DiskConstraint               Constraint = "disk"
	ThrottleConstraint           Constraint = "throttled"
	FullConstraint               Constraint = "memstore full"
)

// bound is a figure of an outcome and the most that it may be.
type bound struct {
	of        Constraint
	set       bool
	got, most float64
}

func (c Constraints) bounds(o *Outcome) [5]bound {
	return [...]bound{
		{WriteAmplificationConstraint, c.MaxWriteAmplification > 0, o.WriteAmplification,
			c.MaxWriteAmplification},
		{MemstoreConstraint, c.MaxMemstoreBytes > 0, o.PeakMemstoreBytes,
			float64(c.MaxMemstoreBytes)},
		{DiskConstraint, c.MaxDiskBytes > 0, o.PeakDiskBytes, float64(c.MaxDiskBytes)},
		{ThrottleConstraint, !c.AllowThrottle, o.ThrottledSeconds, 0},
		{FullConstraint, true, o.FullSeconds, 0},
	}
}

// Broken lists the constraints that some outcome breaks.
func (c Constraints) Broken(outcomes []Outcome) (list []Constraint) {
	for i := range outcomes {
		for _, b := range c.bounds(&outcomes[i]) {
			if b.set && b.got > b.most && !slices.Contains(list, b.of) {
				list = append(list, b.of)
			}
		}
	}
	return list
}

// Binding says of a constraint what stands in its way.
type Binding struct {
	Constraint Constraint `json:"constraint"`
	BrokenBy   int        `json:"broken_by"` // settings
	OnlyThis   int        `json:"only_this"` // of them those that keep all others
	// Least is the least figure of all settings, in the worst workload of each, and LeastNumber
	// the setting that has it.
	Least       float64 `json:"least"`
	LeastNumber int     `json:"least_number"`
}

// Bindings says which constraints settings break, those that most break first.
func (c Constraints) Bindings(results []Result) []Binding {
	var list []Binding
	for k, name := range [...]Constraint{WriteAmplificationConstraint, MemstoreConstraint,
		DiskConstraint, ThrottleConstraint, FullConstraint} {
		b := Binding{Constraint: name}
		for i, r := range results {
			broken, worst := c.Broken(r.Outcomes), 0.0
			for j := range r.Outcomes {
				worst = max(worst, c.bounds(&r.Outcomes[j])[k].got)
			}
			if i == 0 || worst < b.Least {
				b.Least, b.LeastNumber = worst, r.Number
			}
			if slices.Contains(broken, name) {
				b.BrokenBy++
				if len(broken) == 1 {
					b.OnlyThis++
				}
			}
		}
		if b.BrokenBy > 0 {
			list = append(list, b)
		}
	}
	slices.SortStableFunc(list, func(a, b Binding) int { return b.BrokenBy - a.BrokenBy })
	return list
}

// ParseObjective reads the name of an objective.
func ParseObjective(name string) (Objective, error) {
	if !slices.Contains(Objectives(), name) {
		return "", fmt.Errorf("unknown objective %q%s", name, nearest.Hint(name, Objectives()))
	}
	return Objective(name), nil
}
