package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/validate/importers"
)

// serverFlags say what server the tables are on.
type serverFlags struct {
	serverVersion, arch, params, memory   string
	cpus                                  int
	memstoreLimit, freezeTrigger, startAt string
	parameters                            map[string]*string // of the server, by name
	ignored                               int                // names of a dump that change nothing
}

// parameterFlag is the flag of a parameter: its name with hyphens, a leading underscore left out.
func parameterFlag(name string) string {
	return strings.ReplaceAll(strings.TrimPrefix(name, "_"), "_", "-")
}

func (f *serverFlags) add(flags *pflag.FlagSet) {
	addVersionFlags(flags, &f.serverVersion, &f.arch)
	flags.StringVar(&f.params, "params", "",
		"take parameters from this `FILE`: a SHOW PARAMETERS dump or name=value lines")
	flags.StringVar(&f.memory, "memory", "", "memory of the tenant's unit, such as `21G`")
	flags.IntVar(&f.cpus, "cpus", 4, "CPUs of the tenant's unit")
	flags.StringVar(&f.memstoreLimit, "memstore-limit", "",
		"MEMSTORE_LIMIT the server shows, `BYTES`; goes before what follows from --memory")
	flags.StringVar(&f.freezeTrigger, "freeze-trigger", "",
		"FREEZE_TRIGGER the server shows in GV$OB_MEMSTORE, `BYTES`; likewise")
	flags.StringVar(&f.startAt, "start-at", "00:00",
		"the server's time of day when the plan begins, for the daily major freeze")
	f.parameters = map[string]*string{}
	for _, name := range lsm.ActiveParameterNames() {
		if flag := parameterFlag(name); flags.Lookup(flag) == nil {
			f.parameters[name] = flags.String(flag, "", "server: "+name)
		}
	}
}

// options are the server's parameters: the defaults, those of the file, then those of the flags.
func (f *serverFlags) options() (lsm.Options, error) {
	o := lsm.DefaultOptions()
	if f.params != "" {
		if err := f.fromFile(&o); err != nil {
			return o, err
		}
	}
	for _, name := range lsm.ActiveParameterNames() {
		value := f.parameters[name]
		if value == nil || *value == "" {
			continue
		}
		if err := o.Set(name, *value); err != nil {
			return o, usageError("%w", err)
		}
	}
	return o, nil
}

// fromFile sets the parameters of a dump; names that change nothing here are counted.
func (f *serverFlags) fromFile(o *lsm.Options) error {
	file, err := os.Open(f.params)
	if err != nil {
		return err
	}
	defer file.Close()
	list, err := importers.Parameters(f.params, file)
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for _, name := range lsm.ParameterNames() {
		known[name] = true
	}
	for _, p := range list {
		if !known[p.Name] {
			f.ignored++
			continue
		}
		if err := o.Set(p.Name, p.Value); err != nil {
			return fmt.Errorf("%s:%d: %w", f.params, p.Line, err)
		}
	}
	return nil
}

// parseBytes reads a size such as 21G, or a bare number of bytes as views show it.
func parseBytes(text string) (int64, error) {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && n >= 0 {
		return n, nil
	}
	return lsm.ParseSize(text)
}
