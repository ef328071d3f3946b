package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// groupKey is the annotation of a flag that help only names, in a paragraph with its like. The
// value is the heading of the paragraph.
const groupKey = "readamp_group"

// helpColumns is how wide help may be.
const helpColumns = 100

func init() { cobra.AddTemplateFunc("flagUsages", flagUsages) }

// group makes help list flags by name only, under a heading: many of one kind, whose names are
// known from elsewhere.
func group(flags *pflag.FlagSet, heading string) {
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Annotations == nil {
			f.Annotations = map[string][]string{}
		}
		f.Annotations[groupKey] = []string{heading}
	})
}

// flagUsages is what help says of flags: a line for each, and a paragraph for each group.
func flagUsages(flags *pflag.FlagSet) string {
	single := pflag.NewFlagSet("", pflag.ContinueOnError)
	single.SortFlags = flags.SortFlags
	names := map[string][]string{}
	var headings []string
	flags.VisitAll(func(f *pflag.Flag) {
		of := f.Annotations[groupKey]
		if len(of) == 0 {
			single.AddFlag(f)
			return
		}
		if names[of[0]] == nil {
			headings = append(headings, of[0])
		}
		names[of[0]] = append(names[of[0]], "--"+f.Name)
	})
	var b strings.Builder
	b.WriteString(strings.TrimRight(single.FlagUsagesWrapped(helpColumns), "\n"))
	for _, heading := range headings {
		b.WriteString("\n" + heading + "\n" + wrapped(names[heading]))
	}
	return b.String()
}

// wrapped puts words into lines of help.
func wrapped(words []string) string {
	var b strings.Builder
	line := " "
	for _, w := range words {
		if len(line)+1+len(w) > helpColumns {
			b.WriteString(line + "\n")
			line = " "
		}
		line += " " + w
	}
	b.WriteString(line)
	return b.String()
}
