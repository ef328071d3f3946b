package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/readamp/readamp/internal/nearest"
	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/validate/importers"
)

// serverFlags say what server the tables are on.
type serverFlags struct {
	serverVersion, arch, params, memory   string
	cpus                                  int
	memstoreLimit, freezeTrigger, startAt string
	longSnapshots                         []string
	parameters                            map[string]*string // of the server, by name

	given   map[string]string // parameters that were set
	taken   int               // of them by the file
	ignored []string          // those of the file that change nothing here
}

// idleParameter is read and checked like the others, but changes nothing here.
const idleParameter = "bf_cache_miss_count_threshold"

// parameterFlag is the flag of a parameter: its name with hyphens, a leading underscore left out.
func parameterFlag(name string) string {
	return strings.ReplaceAll(strings.TrimPrefix(name, "_"), "_", "-")
}

func (f *serverFlags) add(flags *pflag.FlagSet) {
	addVersionFlags(flags, &f.serverVersion, &f.arch)
	flags.Lookup("server-version").Usage = "rules and defaults of `RELEASE`, such as 4.2.1 " +
		"(default " + defaultServer + ")"
	flags.StringVar(&f.params, "params", "",
		"parameters from `FILE`: SHOW PARAMETERS or name=value lines")
	flags.StringVar(&f.memory, "memory", "", "memory of the tenant's unit, such as `21G`")
	flags.IntVar(&f.cpus, "cpus", 4, "CPUs of the tenant's unit")
	flags.StringVar(&f.memstoreLimit, "memstore-limit", "",
		"MEMSTORE_LIMIT, `BYTES`, as GV$OB_MEMSTORE shows it")
	flags.StringVar(&f.freezeTrigger, "freeze-trigger", "",
		"FREEZE_TRIGGER, `BYTES`, as GV$OB_MEMSTORE shows it")
	flags.StringVar(&f.startAt, "start-at", "00:00",
		"time of day, `HH:MM`, when the plan begins")
	flags.StringArrayVar(&f.longSnapshots, "long-snapshot", nil,
		"`HOURS`, 09:00-11:00, in which a query keeps old versions")
	f.parameters = map[string]*string{}
	server := pflag.NewFlagSet("server", pflag.ContinueOnError)
	for _, name := range lsm.ActiveParameterNames() {
		if flag := parameterFlag(name); server.Lookup(flag) == nil && name != idleParameter {
			f.parameters[name] = server.String(flag, "", "parameter "+name)
		}
	}
	group(server, "Parameters of the server, with values as SHOW PARAMETERS has them:")
	flags.AddFlagSet(server)
}

// options are the server's parameters: the defaults, those of a recorded state, those of the file,
// then those of the flags.
func (f *serverFlags) options(from *recordedState, changed func(flag string) bool) (
	lsm.Options, error) {

	o := lsm.DefaultOptions()
	f.given = map[string]string{}
	if err := from.apply(&o, f.given); err != nil {
		return o, err
	}
	if f.params != "" {
		if err := f.fromFile(&o); err != nil {
			return o, err
		}
	}
	for _, name := range lsm.ActiveParameterNames() {
		value := f.parameters[name]
		if value == nil || !changed(parameterFlag(name)) {
			continue
		}
		if err := o.Set(name, *value); err != nil {
			return o, usageError("%w", err)
		}
		f.given[name] = *value
	}
	return o, nil
}

// fromFile sets the parameters of a dump; names that change nothing here are left out.
func (f *serverFlags) fromFile(o *lsm.Options) error {
	file, err := os.Open(f.params)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	list, err := importers.Parameters(f.params, file)
	if err != nil {
		return err
	}
	active := lsm.ActiveParameterNames()
	for _, p := range list {
		if !slices.Contains(active, p.Name) || p.Name == idleParameter {
			f.ignored = append(f.ignored, p.Name)
			continue
		}
		if err := o.Set(p.Name, p.Value); err != nil {
			return fmt.Errorf("%s:%d: %w", f.params, p.Line, err)
		}
		f.given[p.Name] = p.Value
		f.taken++
	}
	return nil
}

// namedMost is how many ignored parameters a remark names; of more it says how many there are.
const namedMost = 4

// remarkParams says what was taken from the file.
func (f *serverFlags) remarkParams(e env) {
	if f.params == "" {
		return
	}
	rest := ""
	switch n := len(f.ignored); {
	case n > namedMost:
		rest = fmt.Sprintf("; %d others change nothing here and were ignored", n)
	case n > 0:
		rest = "; ignored, since they change nothing here: " + f.ignoredNames()
	}
	e.remark("%s: took %s%s", f.params, counted(f.taken, "parameter"), rest)
}

// ignoredNames lists them, with what may have been meant.
func (f *serverFlags) ignoredNames() string {
	var list []string
	for _, name := range f.ignored {
		if near, ok := nearest.Name(name, lsm.ParameterNames()); ok && near != name {
			name += " (did you mean " + near + "?)"
		}
		list = append(list, name)
	}
	return strings.Join(list, ", ")
}

// timeOfDay is --start-at.
func (f *serverFlags) timeOfDay() (time.Duration, error) {
	start, err := time.Parse("15:04", f.startAt)
	if err != nil {
		return 0, usageError("--start-at: %q is not a time of day such as 18:30", f.startAt)
	}
	return time.Duration(start.Hour())*time.Hour + time.Duration(start.Minute())*time.Minute, nil
}

// pins are the --long-snapshot flags.
func (f *serverFlags) pins() ([]timeline.Pin, error) {
	var list []timeline.Pin
	for _, text := range f.longSnapshots {
		from, to, err := workload.ParseHours(text)
		if err != nil {
			return nil, usageError("--long-snapshot: %w", err)
		}
		list = append(list, timeline.Pin{From: from, To: to})
	}
	return list, nil
}
