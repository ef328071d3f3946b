package protocol

import (
	"fmt"
	"strconv"

	"github.com/readamp/readamp/validate/record"
)

// Step is one step of a protocol: an Action, an Idle, a Ref, a Phase or a State.
type Step interface {
	// String is the step in a few words: "freeze major", "mem1 oltp_read_only".
	String() string
	isStep()
}

// Action is something done to the measured target.
type Action record.Action

// Idle is a wait without load.
type Idle struct{}

// Ref is the reference load.
type Ref struct{}

// Phase is a load on the measured target. It ends after Events if there are any, else after
// Seconds.
type Phase struct {
	Label, Script string
	Warm          bool // only to fill the caches, not to be judged
	Seconds       float64
	Events        int64 // of all threads
}

// State is a look at what the measured target holds.
type State struct{ Label string }

func (Action) isStep() {}
func (Idle) isStep()   {}
func (Ref) isStep()    {}
func (Phase) isStep()  {}
func (State) isStep()  {}

// String returns the action in the words of a recorded run.
func (a Action) String() string {
	switch a.Kind {
	case record.FreezeMajor:
		return "freeze major"
	case record.FreezeMinor:
		return "freeze minor"
	}
	return fmt.Sprintf("set %s=%s", a.Name, a.Value)
}

// String returns "idle".
func (Idle) String() string { return "idle" }

// String returns "ref".
func (Ref) String() string { return "ref" }

// String returns label and script.
func (p Phase) String() string {
	if p.Warm {
		return fmt.Sprintf("%s %s (warm-up)", p.Label, p.Script)
	}
	return p.Label + " " + p.Script
}

// String returns "state" and the label.
func (s State) String() string { return "state " + s.Label }

// The scripts of the protocols.
const (
	pointSelect = "oltp_point_select"
	readOnly    = "oltp_read_only"
	writeOnly   = "oltp_write_only"
)

// The recorded ladders' values of minor_compact_trigger: so high that no minor merge comes, and the
// server's default.
const (
	ladderTrigger = 16
	minorTrigger  = 2
)

// lastWriteShare is the last writing phase of a ladder against the others: 3 seconds against 12 in
// the recorded ones.
const lastWriteShare = 4

// Plan returns the steps of a protocol, in order, for settings that validate.
func Plan(s Settings) []Step {
	p := &planner{s: s}
	if s.Protocol == Ladder {
		p.ladder()
	} else {
		p.beforeAfter()
	}
	return p.steps
}

// planner collects steps.
type planner struct {
	s     Settings
	steps []Step
}

func (p *planner) add(steps ...Step) { p.steps = append(p.steps, steps...) }

// afterRepeats is how often the state after the writes is measured: whoever fits costs to one half
// of the states and judges the other has it in both.
const afterRepeats = 2

func (p *planner) beforeAfter() {
	p.base()
	p.write("write", 1)
	p.warm("after")
	for range afterRepeats {
		p.measure("after")
	}
	p.recovered()
}

func (p *planner) ladder() {
	p.trigger(ladderTrigger)
	p.base()
	for i := 1; i <= p.s.LadderSteps; i++ {
		p.write(fmt.Sprintf("write%d", i), 1)
		p.measure(fmt.Sprintf("mem%d", i))
		p.frozen(record.FreezeMinor, fmt.Sprintf("mini%d", i), 1)
	}
	p.trigger(minorTrigger)
	p.write("write-last", lastWriteShare)
	p.frozen(record.FreezeMinor, "minor", 1)
	p.recovered()
}

// base idles first: later the target may still be busy with what the load before left behind.
func (p *planner) base() {
	p.add(Idle{})
	p.frozen(record.FreezeMajor, "base", p.s.BaseRepeats)
}

func (p *planner) recovered() {
	p.frozen(record.FreezeMajor, "recovered", p.s.RecoveredRepeats)
	p.add(Idle{})
}

func (p *planner) trigger(value int) {
	p.add(Action{Kind: record.SetParameter, Name: "minor_compact_trigger",
		Value: strconv.Itoa(value)})
}

// frozen freezes and measures what comes of it.
func (p *planner) frozen(kind record.ActionKind, label string, repeats int) {
	p.add(Action{Kind: kind})
	p.warm(label)
	for range repeats {
		p.measure(label)
	}
}

// write is a part of a full writing phase.
func (p *planner) write(label string, part int64) {
	phase := Phase{Label: label, Script: writeOnly, Seconds: p.s.WriteSeconds / float64(part)}
	if p.s.WriteEvents > 0 {
		phase.Seconds, phase.Events = 0, max(p.s.WriteEvents/part, 1)
	}
	p.add(phase)
}

func (p *planner) warm(label string) {
	if p.s.WarmSeconds > 0 {
		p.add(Phase{Label: label, Script: readOnly, Warm: true, Seconds: p.s.WarmSeconds})
	}
}

// measure looks at a state and measures it.
func (p *planner) measure(label string) {
	p.add(State{label},
		Ref{}, Phase{Label: label, Script: pointSelect, Seconds: p.s.ReadSeconds},
		Ref{}, Phase{Label: label, Script: readOnly, Seconds: p.s.ReadSeconds}, Ref{})
}
