package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// newTryCmd is a command with a flag of every kind, which ends as its argument says.
func newTryCmd(e env) *cobra.Command {
	cmd := &cobra.Command{
		Use: "try ENDING", Short: "End in some way", Example: "  readamp try well",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			endings := map[string]error{
				"no":      answerNo("2 of %d traces differ", 7),
				"usage":   usageError("no such state"),
				"failure": failure("target lost: %w", io.ErrUnexpectedEOF),
				"plain":   errors.New("disk full"),
				"stop":    cmd.Context().Err(),
			}
			fmt.Fprintln(e.stdout, "tried")
			return endings[args[0]]
		},
	}
	var format string
	addFormatFlag(cmd.Flags(), &format, "benchfmt")
	cmd.Flags().Int("minor-compact-trigger", 2, "merge at this many minis")
	cmd.Flags().Uint8("threads", 1, "run this many")
	cmd.Flags().Float64("rate", 1, "")
	cmd.Flags().Duration("time", 0, "")
	cmd.Flags().String("hidden-twin", "", "")
	cmd.Flags().Lookup("hidden-twin").Hidden = true
	return cmd
}

// tried runs a program that has the command try and returns its output and exit code.
func tried(ctx context.Context, args ...string) (stdout, stderr string, code int) {
	var out, errs bytes.Buffer
	e := env{strings.NewReader(""), &out, &errs}
	code = execute(ctx, e, newRootCmd(e, []constructor{newTryCmd}), args)
	return out.String(), errs.String(), code
}

func TestExitCodes(t *testing.T) {
	cases := []struct {
		args   string
		code   int
		stderr string
	}{
		{"try well", 0, ""},
		{"try no", 1, "2 of 7 traces differ"},
		{"try usage", 2, "no such state"},
		{"try failure", 3, "target lost: unexpected EOF"},
		{"try plain", 3, "disk full"},
		{"try", 2, "accepts 1 arg(s), received 0"},
		{"ty well", 2, `unknown command "ty"; did you mean try?`},
		{"try well --minor-compact-triger 3", 2,
			"unknown flag --minor-compact-triger; did you mean --minor-compact-trigger?"},
		{"try well --minor_compact_trigger=3", 2,
			"unknown flag --minor_compact_trigger; did you mean --minor-compact-trigger?"},
		{"try well --hidden-twn x", 2, "unknown flag --hidden-twn" +
			"; one of --format, --help, --minor-compact-trigger, --rate, --threads, --time"},
		{"try well -q", 2, "unknown flag -q"},
		{"try well --threads", 2, "--threads needs a value"},
		{"try well --threads=300", 2, `--threads: "300" is out of range`},
		{"try well --threads=-1", 2, `--threads: "-1" is not a whole number, not negative`},
		{"try well --minor-compact-trigger two", 2,
			`--minor-compact-trigger: "two" is not a whole number`},
		{"try well --rate fast", 2, `--rate: "fast" is not a number`},
		{"try well --time 3", 2, `--time: "3" is not a time such as 30m`},
		{"try well --format cvs", 2, `--format: unknown format "cvs"; did you mean csv?`},
		{"try well --format parquet", 2,
			`--format: unknown format "parquet"; one of table, csv, json, benchfmt`},
		{"try well --format benchfmt", 0, ""},
		{"try well --=3", 2, "bad flag syntax: --=3"},
	}
	for _, c := range cases {
		_, stderr, code := tried(context.Background(), strings.Fields(c.args)...)
		want := ""
		if c.stderr != "" {
			want = "readamp: " + c.stderr + "\n"
		}
		if code != c.code || stderr != want {
			t.Errorf("%s: exit %d, stderr %q; want %d, %q", c.args, code, stderr, c.code, want)
		}
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	// A target that is left in the middle of a query fails in its own words.
	for _, ending := range []string{"stop", "failure"} {
		stdout, stderr, code := tried(ctx, "try", ending)
		if code != exitFailure || stderr != "readamp: interrupted\n" || stdout != "tried\n" {
			t.Errorf("%s: exit %d, stderr %q, stdout %q", ending, code, stderr, stdout)
		}
	}
	// An answer that was reached all the same is an answer.
	if _, _, code := tried(ctx, "try", "well"); code != exitYes {
		t.Errorf("exit %d, want %d", code, exitYes)
	}
}

// TestHelpFitsOneScreen holds for every command of the program: help is short and has an example,
// and every flag says what it does.
func TestHelpFitsOneScreen(t *testing.T) {
	const linesMax, columnsMax = 50, 100 // a terminal window of today, half a wide screen
	e := env{strings.NewReader(""), io.Discard, io.Discard}
	root := newRootCmd(e, commands())
	for _, cmd := range append(root.Commands(), root) {
		var out bytes.Buffer
		cmd.SetOut(&out)
		cmd.InitDefaultHelpFlag()
		if err := cmd.Help(); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(out.String(), "\n")
		if len(lines) > linesMax {
			t.Errorf("%s: help has %d lines, at most %d", cmd.Name(), len(lines), linesMax)
		}
		for _, line := range lines {
			if len([]rune(line)) > columnsMax {
				t.Errorf("%s: longer than %d columns: %s", cmd.Name(), columnsMax, line)
			}
		}
		if !strings.Contains(cmd.Example, programName) {
			t.Errorf("%s: help has no example", cmd.Name())
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if f.Usage == "" {
				t.Errorf("%s: --%s does not say what it does", cmd.Name(), f.Name)
			}
		})
	}
}
