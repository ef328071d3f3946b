package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/readamp/readamp/validate/record"
)

// commandLine is the command with its flags, by name.
func commandLine(cmd *cobra.Command) []string {
	line := strings.Fields(cmd.CommandPath())
	cmd.Flags().Visit(func(f *pflag.Flag) {
		line = append(line, fmt.Sprintf("--%s=%s", f.Name, f.Value))
	})
	return line
}

// about says how the run was made.
func (p *runPlan) about(f *runFlags, engine string) record.About {
	return record.About{Readamp: version(), Command: f.command, Options: p.inForce(f),
		Target: f.target, Seed: f.seed, Protocol: p.settings.Protocol, Engine: engine,
		Started: time.Now(),
		Machine: record.Machine{OS: runtime.GOOS, Arch: runtime.GOARCH, Cores: runtime.NumCPU(),
			CPU: processor(), Go: runtime.Version()}}
}

// inForce are the settings by the names of their flags.
func (p *runPlan) inForce(f *runFlags) map[string]string {
	s := p.settings
	o := s.Options
	duration := func(seconds float64) string { return fmt.Sprintf("%gs", seconds) }
	options := map[string]string{
		"tables": strconv.Itoa(o.Tables), "table-size": fmt.Sprint(o.TableSize),
		"rand-type": o.RandType, "range-size": fmt.Sprint(o.RangeSize),
		"skip-trx": onOff(o.SkipTrx), "create-secondary": onOff(o.CreateSecondary),
		"threads": strconv.Itoa(s.Threads), "read-time": duration(s.ReadSeconds),
		"warm-time": duration(s.WarmSeconds), "ref-time": duration(s.RefSeconds),
		"server-version": p.rules.Version, "arch": f.arch,
		"memory": fmt.Sprintf("%dB", p.memory.unit.MemoryBytes), "cpus": strconv.Itoa(f.cpus),
		"block-cache":                f.blockCache,
		parameterFlag(undoRetention): fmt.Sprintf("%.0f", p.options.UndoRetention.Seconds()),
	}
	if s.WriteEvents > 0 {
		options["events"] = fmt.Sprint(s.WriteEvents)
	} else {
		options["write-time"] = duration(s.WriteSeconds)
	}
	if s.Rate > 0 {
		options["rate"] = f.rate
	}
	if f.changed("steps") {
		options["steps"] = strconv.Itoa(s.LadderSteps)
	}
	f.sysbench.Visit(func(o *pflag.Flag) { options[o.Name] = o.Value.String() })
	for name, value := range f.given {
		options[parameterFlag(name)] = value
	}
	return options
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// processor is the name of the CPU's model where Linux tells it, else "".
func processor() string {
	file, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return ""
	}
	defer func() { _ = file.Close() }()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		name, value, ok := strings.Cut(lines.Text(), ":")
		if ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
