package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/readamp/readamp/internal/nearest"
)

const programName = "readamp"

// constructor makes one command. What it prints goes to the writers of env, what it returns is an
// error of exit.go, or any other error for a failure; its help has an example.
type constructor func(env) *cobra.Command

// commands lists the constructors of all commands.
func commands() []constructor {
	return []constructor{newReplayCmd, newCalibrateCmd, newCompareCmd, newSimulateCmd, newRunCmd,
		newPredictCmd, newTuneCmd, newAdviseCmd}
}

// usageTemplate fits cobra's usage on a screen: no aliases and topics, flags at most 100 columns
// wide, the example right after the usage line.
const usageTemplate = `Usage:
  {{if .HasSubCommands}}{{.CommandPath}} COMMAND [ARGUMENT...] [FLAG...]
{{- else}}{{.UseLine}}{{end}}
{{if .HasExample}}
Example:
{{.Example}}
{{end}}{{if .HasSubCommands}}
Commands:{{range .Commands}}{{if or .IsAvailableCommand (eq .Name "help")}}
  {{rpad .Name .NamePadding}} {{.Short}}{{end}}{{end}}
{{end}}{{if .HasAvailableLocalFlags}}
Flags:
{{flagUsages .LocalFlags}}
{{end}}`

// newRootCmd puts the program together.
func newRootCmd(e env, constructors []constructor) *cobra.Command {
	root := &cobra.Command{
		Use:   programName,
		Short: "How many rows does a query read for each row it returns?",
		Long: `How many rows does a query read for each row it returns, what does that cost, and
which setting makes it better? For OceanBase's row store, and checked against a running server.`,
		Example: `  readamp help
  readamp --version`,
		Version:           version(),
		Args:              cobra.ArbitraryArgs,
		RunE:              runRoot,
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	root.SetIn(e.stdin)
	root.SetOut(e.stdout)
	root.SetErr(e.stderr)
	root.SetUsageTemplate(usageTemplate)
	root.SetVersionTemplate("{{.Name}} {{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	help := newHelpCmd()
	root.SetHelpCommand(help)
	root.AddCommand(help)
	for _, construct := range constructors {
		root.AddCommand(construct(e))
	}
	failuresOf(root)
	return root
}

// runRoot is reached when the first word is no command, or there is none.
func runRoot(root *cobra.Command, args []string) error {
	if len(args) > 0 {
		return unknownCommand(root, args[0])
	}
	root.SetOut(root.ErrOrStderr()) // nobody asked for help: it is not the output
	if err := root.Help(); err != nil {
		return err
	}
	return usageError("no command given")
}

func unknownCommand(root *cobra.Command, word string) error {
	var names []string
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() || c.Name() == "help" {
			names = append(names, c.Name())
		}
	}
	return usageError("unknown command %q%s", word, nearest.Hint(word, names))
}

// newHelpCmd replaces cobra's, which calls an unknown command a topic and exits 0.
func newHelpCmd() *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "Say how a command is used",
		Example: "  readamp help help",
		RunE: func(cmd *cobra.Command, args []string) error {
			found, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return unknownCommand(cmd.Root(), strings.Join(args, " "))
			}
			// cobra adds these flags to a command when it runs; its help is to show them now.
			found.InitDefaultHelpFlag()
			found.InitDefaultVersionFlag()
			return found.Help()
		},
	}
}
