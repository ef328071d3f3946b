package main

import (
	"errors"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// testVersion is the version in the golden outputs, whatever the working copy is at.
const testVersion = "v0.0.0-test"

// TestMain makes this test binary serve as the program too: scripts call it as readamp.
func TestMain(m *testing.M) {
	stamped = testVersion
	testscript.Main(m, map[string]func(){programName: main})
}

// TestScripts runs the whole program as testdata/script/*.txtar say. In scripts $RECORDED is the
// folder of recordings and $SMALL a small run.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			recorded, err := filepath.Abs("../../testdata")
			e.Setenv("RECORDED", recorded)
			if err == nil {
				var small string
				small, err = filepath.Abs("testdata/small")
				e.Setenv("SMALL", small)
			}
			return err
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits": exits,
		},
	})
}

// exits is a command for scripts: "exits 2 readamp --nonsense" runs the program and wants its exit
// code to be 2, "exits 0|1" one of those. "stdout", "stderr" and "cmp" then look at the output as
// after exec.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM [ARGUMENT...]")
	}
	got := 0
	err := ts.Exec(args[1], args[2:]...)
	var status *exec.ExitError
	switch {
	case errors.As(err, &status):
		got = status.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if !slices.Contains(strings.Split(args[0], "|"), strconv.Itoa(got)) {
		ts.Fatalf("exit code %d, want %s", got, args[0])
	}
}
