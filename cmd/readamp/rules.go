package main

import (
	"errors"
	"fmt"

	"github.com/spf13/pflag"

	"github.com/readamp/readamp/lsm"
)

// addVersionFlags adds the flags that say whose rules hold. An empty version means the one a
// recording names.
func addVersionFlags(flags *pflag.FlagSet, version, arch *string) {
	flags.StringVar(version, "server-version", "",
		"rules of this `RELEASE`, such as 4.2.1 or seekdb (default: the recording's)")
	flags.Var(newChoice(arch, "architecture", lsm.Arches...), "arch",
		"rules of this CPU architecture")
}

// resolveRules finds the rules of the version the user names, else of the recorded one.
func resolveRules(version, recorded, arch string) (lsm.Rules, error) {
	if version != "" {
		rules, err := lsm.RulesFor(version, arch)
		if err != nil {
			return rules, usageError("--server-version: %w", err)
		}
		return rules, nil
	}
	return lsm.RulesFor(recorded, arch)
}

// inRecording adds the file to an error about the version it names; what the user typed stands
// for itself.
func inRecording(file string, err error) error {
	var typed *exitError
	if err == nil || errors.As(err, &typed) {
		return err
	}
	return fmt.Errorf("%s: %w", file, err)
}
