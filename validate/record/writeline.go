package record

// The fields of a run's lines, in the order of the recordings: what runline.go reads.
// writephase.go and writestate.go have the two long ones.

import (
	"encoding/json"
	"fmt"
	"strings"
)

// fields returns the fields of the entry's line.
func (e *Entry) fields() (fields, error) {
	var lines []fields
	if e.Config != nil {
		lines = append(lines, configFields(e.Config))
	}
	if e.Do != nil {
		lines = append(lines, doFields(e.Do))
	}
	if e.Idle != nil {
		lines = append(lines, idleFields(e.Idle))
	}
	if e.Ref != nil {
		lines = append(lines, refFields(e.Ref))
	}
	if e.Phase != nil {
		lines = append(lines, phaseFields(e.Phase))
	}
	if e.State != nil {
		lines = append(lines, stateFields(e.State))
	}
	if len(lines) != 1 {
		return nil, fmt.Errorf("an entry is exactly one of %s; this one is %d of them",
			strings.Join(entryKinds, ", "), len(lines))
	}
	return lines[0], nil
}

func configFields(c *Config) fields {
	return fields{
		{"kind", "config"},
		{"engine", c.Engine},
		{"sysbench", c.Sysbench},
		{"cores", c.Cores},
		{"threads", c.Threads},
		{"rand_type", c.RandType},
		{"tables", c.Tables},
		{"table_size", c.TableSize},
		{"options", append([]string{}, c.Options...)}, // never null: they are not measured
		{"params", byName(c.Params, asIs)},
		{"protocol", c.Protocol},
	}
}

func doFields(d *Do) fields {
	return fields{
		{"kind", "do"},
		{"do", d.What},
		{"start", d.Start},
		{"end", d.End},
		{"result", resultValue(d.Result)},
	}
}

// resultValue returns a result as JSON has it: null, a number or a truth value as they stand, and
// anything else as a string, from which it is read the same.
func resultValue(result string) any {
	switch {
	case result == "":
		return nil
	case strings.IndexByte("-0123456789tf", result[0]) >= 0 && json.Valid([]byte(result)) &&
		strings.TrimSpace(result) == result:
		return json.RawMessage(result)
	}
	return result
}

func idleFields(i *Idle) fields {
	return fields{
		{"kind", "idle"},
		{"seconds", i.Seconds},
		{"server_cpu_s", i.ServerCPUSeconds},
	}
}

func refFields(r *Ref) fields {
	return fields{
		{"kind", "ref"},
		{"start", r.Start},
		{"end", r.End},
		{"queries", r.Queries},
		{"qps", known(r.QPS != 0, r.QPS)},
		{"server_cpu_s", r.ServerCPUSeconds},
	}
}
