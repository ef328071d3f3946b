package lsm_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Test data is read as a specification: blocks of lines with a blank line between them.
//
//	# Why the answer is what it is.
//	commands, one a line
//	----
//	what the commands print
//
// A block of comments alone is prose. -rewrite puts the present output into the files; the
// difference is then checked by hand against the rules.
var rewrite = flag.Bool("rewrite", false, "write the present output into the data-driven tests")

// separator stands between commands and output.
const separator = "----"

// runData runs every file of a folder of testdata. It calls newFile for each, which gives the
// interpreter that answers the file's commands one by one.
func runData(t *testing.T, folder string, newFile func() func(lines []string) (string, error)) {
	paths, err := filepath.Glob(filepath.Join("testdata", folder, "*.txt"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no test data in %s: %v", folder, err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txt"), func(t *testing.T) {
			runDataFile(t, path, newFile())
		})
	}
}

func runDataFile(t *testing.T, path string, answer func([]string) (string, error)) {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	line := 1
	for _, block := range strings.Split(strings.TrimRight(string(data), "\n"), "\n\n") {
		commands, want, isTest := strings.Cut(block, "\n"+separator)
		if !isTest {
			checkProse(t, path, line, block)
			out = append(out, block)
		} else {
			got := answerBlock(t, path, line, commands, answer)
			if want = strings.TrimPrefix(want, "\n"); got != want && !*rewrite {
				t.Errorf("%s:%d:\n%s\n%s\ngot\n%s\nwant\n%s", path, line, commands, separator,
					got, want)
			}
			out = append(out, strings.TrimRight(commands+"\n"+separator+"\n"+got, "\n"))
		}
		line += strings.Count(block, "\n") + 2
	}
	if *rewrite {
		text := strings.Join(out, "\n\n") + "\n"
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// checkProse fails on a block that has commands and no separator: nothing would run them.
func checkProse(t *testing.T, path string, line int, block string) {
	for i, text := range strings.Split(block, "\n") {
		if text != "" && !strings.HasPrefix(text, "#") {
			t.Errorf("%s:%d: no %s follows %q", path, line+i, separator, text)
		}
	}
}

// answerBlock leaves out the comments and makes an error part of the output.
func answerBlock(t *testing.T, path string, line int, commands string,
	answer func([]string) (string, error)) string {

	var lines []string
	for _, text := range strings.Split(commands, "\n") {
		if !strings.HasPrefix(text, "#") {
			lines = append(lines, text)
		}
	}
	if len(lines) == 0 {
		t.Errorf("%s:%d: a block without a command", path, line)
		return ""
	}
	output, err := answer(lines)
	if err != nil {
		output += fmt.Sprintf("error: %v\n", err)
	}
	return strings.TrimRight(output, "\n")
}

// arguments splits a command into its words and its name=value pairs.
type arguments struct {
	words  []string
	values map[string]string
}

func parseArguments(line string) arguments {
	a := arguments{values: map[string]string{}}
	for _, field := range strings.Fields(line) {
		if name, value, ok := strings.Cut(field, "="); ok {
			a.values[name] = value
		} else {
			a.words = append(a.words, field)
		}
	}
	return a
}

// word is the i-th word, "" if there are fewer.
func (a arguments) word(i int) string {
	if i < len(a.words) {
		return a.words[i]
	}
	return ""
}

// value is the named value, or the other one if it isn't given.
func (a arguments) value(name, other string) string {
	if v, ok := a.values[name]; ok {
		return v
	}
	return other
}
