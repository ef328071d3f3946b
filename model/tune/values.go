package tune

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/adaptive"
)

// ParseSweep reads axes, such as
//
//	minor_compact_trigger=0:16            whole numbers from 0 to 16
//	freeze-trigger-percentage=5:60:5      in steps of 5
//	memory_limit=8G:32G:8G                sizes and times need a step
//	major_freeze_duty_time=02:00,disable  any values
//	table_mode=all                        all modes; true and false of a switch
//
// Names are those of the server, or with hyphens and without a leading underscore. It is an error
// if a name is unknown, a value out of its range, or there are more settings than
// [SettingsMost].
func ParseSweep(texts []string) (Sweep, error) {
	var s Sweep
	for _, text := range texts {
		axis, err := parseAxis(text)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(s, func(a Axis) bool { return a.Name == axis.Name }) {
			return nil, fmt.Errorf("%s is swept twice", axis.Name)
		}
		if s = append(s, axis); s.Count() > SettingsMost {
			return nil, fmt.Errorf("%d settings up to %s, at most %d: take larger steps or fewer "+
				"parameters", s.Count(), axis.Name, SettingsMost)
		}
	}
	return s, nil
}

// parseAxis reads one axis.
func parseAxis(text string) (Axis, error) {
	word, values, found := strings.Cut(text, "=")
	if !found || word == "" || values == "" {
		return Axis{}, fmt.Errorf("%q: want PARAMETER=VALUES, such as "+
			"minor_compact_trigger=0:16 or table_mode=all", text)
	}
	p, err := findParameter(strings.TrimSpace(word))
	if err != nil {
		return Axis{}, err
	}
	list, err := p.values(strings.TrimSpace(values))
	if err != nil {
		return Axis{}, err
	}
	axis := Axis{Name: p.name}
	seen := map[string]bool{}
	for _, v := range list {
		value := p.format(v)
		if seen[value] {
			return Axis{}, fmt.Errorf("%s: %s stands twice in %s", p.name, value, values)
		}
		seen[value] = true
		axis.Values = append(axis.Values, value)
	}
	return axis, nil
}

// values reads what stands behind the name.
func (p *sweptParameter) values(text string) ([]int64, error) {
	ranges := p.kind == wholeValue || p.kind == sizeValue || p.kind == timeValue
	switch {
	case text == "all":
		return p.all()
	case ranges && strings.Contains(text, ":") && !strings.Contains(text, ","):
		return p.span(strings.Split(text, ":"))
	}
	words := strings.Split(text, ",")
	if len(words) > SettingsMost {
		return nil, fmt.Errorf("%s: %d values, at most %d", p.name, len(words), SettingsMost)
	}
	var list []int64
	for _, word := range words {
		v, err := p.read(strings.TrimSpace(word))
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}

// all are the values of a parameter that has few.
func (p *sweptParameter) all() ([]int64, error) {
	switch p.kind {
	case switchValue:
		return []int64{0, 1}, nil
	case modeValue:
		var list []int64
		for m := range adaptive.ModeNames() {
			list = append(list, int64(m))
		}
		return list, nil
	}
	return nil, fmt.Errorf("%s=all: all is for table_mode and switches; a range is FROM:TO:STEP, "+
		"a list A,B,C", p.name)
}

// span reads a range, from:to or from:to:step.
func (p *sweptParameter) span(words []string) ([]int64, error) {
	text := strings.Join(words, ":")
	if len(words) > 3 {
		return nil, fmt.Errorf("%s: %q is no range such as 5:60:5", p.name, text)
	}
	from, err := p.read(words[0])
	if err != nil {
		return nil, err
	}
	to, err := p.read(words[1])
	if err != nil {
		return nil, err
	}
	if from > to {
		return nil, fmt.Errorf("%s: %s ends before it begins", p.name, text)
	}
	step := int64(1)
	switch {
	case len(words) == 3:
		if step, err = p.step(words[2]); err != nil {
			return nil, fmt.Errorf("%s: step: %w", p.name, err)
		}
	case p.kind != wholeValue:
		return nil, fmt.Errorf("%s: %s needs a step, such as %s:%s", p.name, text, text,
			p.format(max((to-from)/4, 1)))
	}
	n := (to-from)/step + 1
	if n > SettingsMost {
		return nil, fmt.Errorf("%s: %d values, at most %d", p.name, n, SettingsMost)
	}
	list := make([]int64, n)
	for i := range list {
		list[i] = from + int64(i)*step
	}
	return list, nil
}

// step reads the step of a range; it need not be a value of the parameter.
func (p *sweptParameter) step(text string) (step int64, err error) {
	switch p.kind {
	case sizeValue:
		step, err = lsm.ParseSize(text)
	case timeValue:
		d, failed := lsm.ParseInterval(text)
		step, err = d.Microseconds(), failed
	default:
		if step, err = strconv.ParseInt(text, 10, 64); err != nil {
			return 0, fmt.Errorf("%q is not a whole number", text)
		}
	}
	if err == nil && step < 1 {
		return 0, errors.New(text + " leads nowhere")
	}
	return step, err
}
