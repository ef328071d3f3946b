package main

import (
	"fmt"
	"maps"
	"slices"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/validate"
	"github.com/readamp/readamp/validate/record"
)

// recordedState is the state that a simulation starts from, and what its run says of the server.
type recordedState struct {
	file   string
	state  *record.State
	config *record.Config // nil if the file has none
}

// openState reads the state of --state; without that flag it is nil.
func (f *simulateFlags) openState() (*recordedState, error) {
	if !f.changed("state") {
		return nil, nil
	}
	state, config, err := record.OpenState(f.state, "")
	if err != nil {
		return nil, err
	}
	return &recordedState{f.state, state, config}, nil
}

// engine is the version the state was recorded on, else the default.
func (r *recordedState) engine() string {
	if r == nil || r.config == nil {
		return defaultServer
	}
	return r.config.Engine
}

// apply sets the parameters that were in force, below those of files and flags.
func (r *recordedState) apply(o *lsm.Options, given map[string]string) error {
	if r == nil || r.config == nil {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(r.config.Params)) {
		if err := o.Set(name, r.config.Params[name]); err != nil {
			return fmt.Errorf("%s: config: %w", r.file, err)
		}
		given[name] = r.config.Params[name]
	}
	return nil
}

// sysbench are the options that make a plan of flags fit the recorded tables; those of the user
// come after them.
func (r *recordedState) sysbench() []string {
	if r == nil {
		return nil
	}
	var args []string
	if r.config != nil {
		args = append(args, r.config.Options...)
		args = append(args, "--rand-type="+r.config.RandType)
	}
	if tables, rows := validate.RecordedTables(r.state); tables > 0 && rows > 0 {
		args = append(args, fmt.Sprintf("--tables=%d", tables),
			fmt.Sprintf("--table-size=%d", rows))
	}
	return args
}

// ofMemory are the parameters that the server's own limits follow from: who changes one of them
// asks what the limits would be then.
var ofMemory = []string{"memory_limit", "memory_limit_percentage", "system_memory",
	"memstore_limit_percentage", "_memstore_limit_percentage", "freeze_trigger_percentage"}

// reported are the limits that the server showed, where nothing else was said of memory. A trigger
// is left out if its parameter is changed.
func (r *recordedState) reported(changed func(string) bool) (s freeze.Server) {
	if r == nil || changed("memory") || changed("memstore-limit") || changed("freeze-trigger") {
		return s
	}
	for _, name := range ofMemory[:len(ofMemory)-1] {
		if changed(parameterFlag(name)) {
			return s
		}
	}
	s.MemstoreLimitBytes = r.state.Memstore.Limit
	if !changed(parameterFlag(ofMemory[len(ofMemory)-1])) {
		s.FreezeTriggerBytes = r.state.Memstore.FreezeTrigger
	}
	return s
}

// begin puts the recorded stacks into a tenant.
func (r *recordedState) begin(e env, c timeline.Config, t *timeline.Tenant) error {
	if r == nil {
		return nil
	}
	start, err := validate.NewStartState(c.Plan, r.state)
	if err != nil {
		return fmt.Errorf("%s: state %s: %w", r.file, r.state.Label, err)
	}
	for _, text := range start.Remarks {
		e.remark("%s: state %s: %s", r.file, r.state.Label, text)
	}
	if err := t.StartFrom(start.Stacks); err != nil {
		return fmt.Errorf("%s: state %s: %w", r.file, r.state.Label, err)
	}
	return nil
}

// name says which state it is; "" without one.
func (r *recordedState) name() string {
	if r == nil {
		return ""
	}
	return r.file + ", state " + r.state.Label
}
