package workload

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/readamp/readamp/internal/nearest"
	"github.com/readamp/readamp/lsm/keydist"
)

// maxHours is about a year, our own limit.
const maxHours = 9999

// saidElsewhere are sysbench's options that a plan says in another place, so that they can't
// contradict it.
var saidElsewhere = map[string]string{
	"tables":           "the line of the tables",
	"table-size":       "the line of the tables",
	"create-secondary": "the line of the tables",
	"rand-type":        "the column of distributions",
	"rate":             "the column of rates",
	"tx-rate":          "the column of rates",
	"threads":          "the column of rates",
	"num-threads":      "the column of rates",
	"time":             "the column of hours",
	"max-time":         "the column of hours",
	"events":           "the columns of hours and rates",
	"max-requests":     "the columns of hours and rates",
}

// load reads the columns of a load.
func (p *planParser) load(words []string) error {
	var l Load
	var err error
	if l.From, l.To, err = ParseHours(words[0]); err != nil {
		return err
	}
	if len(words) < 4 {
		return fmt.Errorf("load: want hours, rate, script, tables and distribution")
	}
	if l.Rate, err = ParseRate(words[1]); err != nil {
		return err
	}
	l.Script = words[2]
	if known := append(Scripts(), Queue); !slices.Contains(known, l.Script) {
		return fmt.Errorf("unknown script %q%s", l.Script, nearest.Hint(l.Script, known))
	}
	if l.Group, err = p.find(words[3]); err != nil {
		return err
	}
	if l.Options, err = p.plan.Groups[l.Group].options(l.Script, words[4:]); err != nil {
		return err
	}
	p.plan.Loads = append(p.plan.Loads, l)
	return nil
}

// find returns the index of a group.
func (p *planParser) find(name string) (int, error) {
	if i, ok := p.groups[name]; ok {
		return i, nil
	}
	var known []string
	for _, g := range p.plan.Groups {
		known = append(known, g.Name)
	}
	return 0, fmt.Errorf("no line above says: tables %s%s", name, nearest.Hint(name, known))
}

// options reads what follows the group in the line of a load: distribution and options, or nothing
// for a queue.
func (g TableGroup) options(script string, words []string) (Options, error) {
	if script == Queue {
		if len(words) > 0 {
			return Options{}, fmt.Errorf("%s has no distribution and no options, but there is %q",
				Queue, words[0])
		}
		return g.fill(defaults(Queue)), nil
	}
	kinds := append(keydist.Names(), "zipf")
	if len(words) == 0 || !slices.Contains(kinds, words[0]) {
		word := strings.Join(words[:min(len(words), 1)], "")
		return Options{}, fmt.Errorf("distribution is %q%s", word, nearest.Hint(word, kinds))
	}
	kind := words[0]
	if kind == "zipf" {
		kind = "zipfian"
	}
	for _, arg := range words[1:] {
		name, _, _ := strings.Cut(strings.TrimPrefix(arg, "--"), "=")
		if place := saidElsewhere[strings.ReplaceAll(name, "_", "-")]; place != "" {
			return Options{}, fmt.Errorf("%s: this is said in %s", arg, place)
		}
	}
	o, err := ParseOptions(script, append(slices.Clone(words[1:]), "--rand-type="+kind))
	return g.fill(o), err
}

// ParseHours reads HH:MM[:SS]-HH:MM[:SS] since the start of a plan; the hours may go on beyond 24.
func ParseHours(text string) (from, to time.Duration, err error) {
	first, last, _ := strings.Cut(text, "-")
	if from, err = parseTime(first); err != nil {
		return 0, 0, err
	}
	if to, err = parseTime(last); err != nil {
		return 0, 0, err
	}
	if from >= to {
		return 0, 0, fmt.Errorf("from %s to %s: it ends before it begins; "+
			"hours of the next day go on from 24:00", first, last)
	}
	return from, to, nil
}

// parseTime reads HH:MM[:SS], where the hours may go on beyond 24.
func parseTime(text string) (time.Duration, error) {
	parts := strings.Split(text, ":")
	if len(parts) != 2 && len(parts) != 3 {
		return 0, timeError(text)
	}
	seconds := int64(0)
	for i, part := range parts {
		n, err := strconv.ParseUint(part, 10, 16)
		if err != nil || len(part) < 2 || i == 0 && n > maxHours || i > 0 && n > 59 {
			return 0, timeError(text)
		}
		seconds = seconds*60 + int64(n)
	}
	if len(parts) == 2 {
		seconds *= 60
	}
	return time.Duration(seconds) * time.Second, nil
}

func timeError(text string) error {
	return fmt.Errorf("time is %q, want HH:MM or HH:MM:SS, up to %d:59:59", text, maxHours)
}
