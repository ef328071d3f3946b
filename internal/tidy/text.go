package tidy

import (
	"regexp"
	"strings"
)

// machinePathRule reports absolute paths of a machine that a file was written on. A path counts
// when nothing that could begin a longer path stands before it. The home of root is left to docker
// and to test data, where it is a container's or a user's.
func machinePathRule(t *Tree) []Problem {
	// Written in pieces, so that this file passes its own rule.
	before := `(^|[^\w./~})$-]|://)`
	tree := regexp.MustCompile(before + "/(work/|tmp/" + `h\b)`)
	home := regexp.MustCompile(before + "/" + "root/")
	var found []Problem
	for _, f := range t.Files {
		homeIsOthers := within(f.Path, "docker") || inTestdata(f.Path)
		found = append(found, textProblems(f, "machine-path", func(line string) string {
			if m := tree.FindString(line); m != "" {
				return "an absolute path of one machine: " + m
			}
			if m := home.FindString(line); m != "" && !homeIsOthers {
				return "an absolute path of one machine: " + m
			}
			return ""
		})...)
	}
	return found
}

// registryRule reports host names of package registries: a tree that names one is tied to it.
func registryRule(t *Tree) []Problem {
	// Written in pieces, so that this file passes its own rule.
	hosts := []string{
		"proxy." + "golang.org", "sum." + "golang.org", "pypi." + "org",
		"files." + "pythonhosted.org", "registry." + "npmjs.org", "crates." + "io",
		"repo." + "maven.apache.org", "repo1." + "maven.org", "deb." + "debian.org",
	}
	var found []Problem
	for _, f := range t.Files {
		found = append(found, textProblems(f, "registry", func(line string) string {
			for _, host := range hosts {
				if strings.Contains(line, host) {
					return "a package registry's host: " + host
				}
			}
			return ""
		})...)
	}
	return found
}

// textProblems reports the lines of a text file about which complain has something to say. Files
// with a zero byte are not text.
func textProblems(f File, rule string, complain func(line string) string) []Problem {
	if strings.ContainsRune(f.Text, 0) {
		return nil
	}
	var found []Problem
	for i, line := range strings.Split(f.Text, "\n") {
		if text := complain(line); text != "" {
			found = append(found, Problem{f.Path, i + 1, rule, text})
		}
	}
	return found
}
