package record

// One line of a run. Spaces as Python's json writes them are the recordings' own; any will do.
//
//	{"kind":"config","protocol":"ladder","engine":"5.7.25-...","sysbench":"sysbench 1.0.20",
//	 "cores":2,"threads":8,"rand_type":"special","tables":4,"table_size":250000,
//	 "options":["--skip-trx=on"],"params":{"undo_retention":"0"}}
//	{"kind":"do","do":"freeze minor","start":1.5,"end":2.5,"result":"settled"}
//	{"kind":"idle","seconds":6,"server_cpu_s":1.58}
//	{"kind":"ref","start":1.5,"end":4.5,"queries":25494,"qps":8461.14,"server_cpu_s":5.05}
//
// phase.go and state.go have the other two. Of these four, only a ref's qps may be missing.

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

var entryKinds = []string{"config", "do", "idle", "ref", "phase", "state"}

// read takes the fields of one line.
func (e *Entry) read(o *object) {
	switch o.need("kind").oneOf("kind", entryKinds) {
	case "config":
		e.Config = readConfig(o)
	case "do":
		e.Do = readDo(o)
	case "idle":
		e.Idle = &Idle{
			Seconds:          o.need("seconds").number(waitSecondsMax),
			ServerCPUSeconds: o.need("server_cpu_s").number(math.MaxFloat64),
		}
	case "ref":
		e.Ref = readRef(o)
	case "phase":
		e.Phase = readPhase(o)
	case "state":
		e.State = readState(o)
	default:
		return // every other field would only seem unknown too
	}
	o.done()
}

// readConfig takes a config line. protocol and rand_type are not checked: they are names for other
// packages to know.
func readConfig(o *object) *Config {
	return &Config{
		Protocol:  o.need("protocol").str(),
		Engine:    o.need("engine").str(),
		Sysbench:  o.need("sysbench").str(),
		Cores:     int(o.need("cores").integer(1, machineMax)),
		Threads:   int(o.need("threads").integer(1, machineMax)),
		RandType:  o.need("rand_type").str(),
		Tables:    int(o.need("tables").integer(1, TablesMax)),
		TableSize: o.need("table_size").integer(1, IDEnd-1),
		Options:   o.need("options").strs(),
		Params:    o.need("params").params(),
	}
}

// readDo takes an action. Its result is what the driver of the engine returned, so of any type.
func readDo(o *object) *Do {
	what := o.need("do")
	d := &Do{What: what.str()}
	d.Start, d.End = readPeriod(o)
	if result := o.maybe("result"); result.node.kind == kindString {
		d.Result = result.str()
	} else if result.given() {
		d.Result = result.text()
	}
	if what.node.kind == kindString {
		var err error
		if d.Action, err = parseAction(d.What); err != nil {
			what.fail(err)
		}
	}
	return d
}

// actionWords are the actions as written, in the order of their kinds.
var actionWords = []string{"freeze major", "freeze minor", "set name=value"}

// parseAction takes an action's words apart.
func parseAction(what string) (Action, error) {
	if i := slices.Index(actionWords[:2], what); i >= 0 {
		return Action{Kind: FreezeMajor + ActionKind(i)}, nil
	}
	assignment, ok := strings.CutPrefix(what, "set ")
	if !ok {
		return Action{}, fmt.Errorf("unknown action %q%s", shown(what), hint(what, actionWords))
	}
	name, value, ok := strings.Cut(assignment, "=")
	if !ok || !isName(name) {
		return Action{}, fmt.Errorf("want set name=value, have %q", shown(what))
	}
	return Action{Kind: SetParameter, Name: name, Value: value}, nil
}

// readRef takes a ref line.
func readRef(o *object) *Ref {
	r := &Ref{}
	r.Start, r.End = readPeriod(o)
	r.Queries = o.need("queries").integer(0, math.MaxInt64)
	r.QPS = o.maybe("qps").number(math.MaxFloat64)
	r.ServerCPUSeconds = o.need("server_cpu_s").number(math.MaxFloat64)
	return r
}

// readPeriod takes start and end.
func readPeriod(o *object) (start, end float64) {
	from, to := o.need("start"), o.need("end")
	start, end = from.number(epochSecondsMax), to.number(epochSecondsMax)
	if to.given() && end < start {
		to.fail(fmt.Errorf("%s is before start, %s", shown(to.text()), shown(from.text())))
	}
	return start, end
}
