package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
)

// Exit codes, as the package comment explains them to users.
const (
	exitYes     = 0
	exitNo      = 1
	exitUsage   = 2
	exitFailure = 3
)

// exitError is an error that knows the program's exit code.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string { return e.err.Error() }
func (e *exitError) Unwrap() error { return e.err }

// answerNo says that the command did its work and the answer is no.
func answerNo(format string, args ...any) error {
	return &exitError{exitNo, fmt.Errorf(format, args...)}
}

// usageError says that the command line asks for something that there is not. What cobra finds
// wrong before it starts a command needs no such wrapping: see exitCode.
func usageError(format string, args ...any) error {
	return &exitError{exitUsage, fmt.Errorf(format, args...)}
}

// failure says that the command could not do its work. It is what any other error of a command's
// RunE means too.
func failure(format string, args ...any) error {
	return &exitError{exitFailure, fmt.Errorf(format, args...)}
}

// exitCode returns the code that an error carries. One that carries none was found before a
// command started, in its arguments: once it runs, failuresOf wraps them.
func exitCode(err error) int {
	var e *exitError
	if errors.As(err, &e) {
		return e.code
	}
	return exitUsage
}

// failuresOf makes every command below root return failures for errors without an exit code.
func failuresOf(root *cobra.Command) {
	for _, c := range root.Commands() {
		failuresOf(c)
	}
	inner := root.RunE
	if inner == nil {
		return
	}
	root.RunE = func(cmd *cobra.Command, args []string) error {
		err := inner(cmd, args)
		var e *exitError
		if err == nil || errors.As(err, &e) {
			return err
		}
		return failure("%w", err)
	}
}
