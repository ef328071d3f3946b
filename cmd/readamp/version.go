package main

import "runtime/debug"

// stamped is the version that the Makefile links in with -X main.stamped=VERSION.
var stamped string

// version returns the stamped version, that of the module when the go command installed it, or
// "devel".
func version() string {
	if stamped != "" {
		return stamped
	}
	info, ok := debug.ReadBuildInfo()
	if ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "devel"
}
