package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

// env is what a command may use of the world around it. Its context is that of its cobra command.
type env struct {
	stdin  io.Reader
	stdout io.Writer // numbers
	stderr io.Writer // remarks and progress
}

// remark prints one line for people. An error in doing so is nobody's concern: the numbers are
// elsewhere.
func (e env) remark(format string, args ...any) {
	_, _ = fmt.Fprintf(e.stderr, programName+": "+format+"\n", args...)
}

// run is the whole program, down to its exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	e := env{stdin, stdout, stderr}
	return execute(ctx, e, newRootCmd(e, commands()), args)
}

// execute runs the command that args name, prints its error, once, and returns the exit code.
func execute(ctx context.Context, e env, root *cobra.Command, args []string) int {
	// Without arguments cobra would take those of the process.
	root.SetArgs(append([]string{}, args...))
	err := root.ExecuteContext(ctx)
	switch {
	case err == nil:
		return exitYes
	case ctx.Err() != nil:
		// Whatever went wrong then, it went wrong because the user said stop.
		e.remark("interrupted")
		return exitFailure
	}
	e.remark("%v", err)
	return exitCode(err)
}
