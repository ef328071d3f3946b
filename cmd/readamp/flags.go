package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/readamp/readamp/internal/nearest"
)

// flagError says what is wrong with a flag in our words, with the right name where one is near.
func flagError(cmd *cobra.Command, err error) error {
	// Before an unknown command a flag of that command is unknown too; the command is the error.
	if words := cmd.Flags().Args(); !cmd.HasParent() && len(words) > 0 {
		return unknownCommand(cmd, words[0])
	}
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	var missing *pflag.ValueRequiredError
	switch {
	case errors.As(err, &unknown):
		return unknownFlag(cmd, unknown)
	case errors.As(err, &missing):
		return usageError("--%s needs a value", missing.GetFlag().Name)
	case errors.As(err, &invalid):
		return usageError("--%s: %s", invalid.GetFlag().Name, valueProblem(invalid))
	}
	return usageError("%w", err)
}

func unknownFlag(cmd *cobra.Command, err *pflag.NotExistError) error {
	if letters := err.GetSpecifiedShortnames(); letters != "" {
		return usageError("unknown flag -%s", err.GetSpecifiedName())
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, "--"+f.Name)
		}
	})
	word := "--" + err.GetSpecifiedName()
	return usageError("unknown flag %s%s", word, nearest.Hint(word, names))
}

// valueProblem puts the errors of Go's number readers into words; other flags speak for
// themselves.
func valueProblem(err *pflag.InvalidValueError) string {
	cause := err.Unwrap()
	var number *strconv.NumError
	if errors.As(cause, &number) && errors.Is(number.Err, strconv.ErrRange) {
		return fmt.Sprintf("%q is out of range", err.GetValue())
	}
	kinds := map[string]string{
		"bool": "true or false", "duration": "a time such as 30m", "float": "a number",
		"int": "a whole number", "uint": "a whole number, not negative",
	}
	kind := strings.TrimRight(err.GetFlag().Value.Type(), "0123456789") // int64 is int
	if want, ok := kinds[kind]; ok {
		return fmt.Sprintf("%q is not %s", err.GetValue(), want)
	}
	return cause.Error()
}

// choice is the value of a flag that takes one of a few words.
type choice struct {
	value   *string
	what    string
	allowed []string
}

// newChoice returns a flag value stored in p, which begins as the first of the allowed words. what
// names the thing chosen, for errors.
func newChoice(p *string, what string, allowed ...string) pflag.Value {
	*p = allowed[0]
	return &choice{p, what, allowed}
}

// String returns the word chosen.
func (c *choice) String() string {
	if c.value == nil { // pflag compares with the zero value
		return ""
	}
	return *c.value
}

// Type returns what stands for the value in help: the words.
func (c *choice) Type() string { return strings.Join(c.allowed, "|") }

// Set chooses a word.
func (c *choice) Set(word string) error {
	for _, a := range c.allowed {
		if word == a {
			*c.value = word
			return nil
		}
	}
	return fmt.Errorf("unknown %s %q%s", c.what, word, nearest.Hint(word, c.allowed))
}

// needs is the check of a command that takes one or more arguments of a kind.
func needs(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usageError("%s needs a %s; see %s --help", cmd.Name(), what, cmd.CommandPath())
		}
		return nil
	}
}
