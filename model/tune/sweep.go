package tune

import (
	"fmt"
	"slices"
	"strings"

	"github.com/readamp/readamp/internal/nearest"
	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/adaptive"
)

// Change is a parameter and the value that it is given, both as the server has them.
type Change struct {
	Name  string `json:"name"` // or [TableMode]
	Value string `json:"value"`
}

// Setting is parameters with their values, in the order of a [Sweep].
type Setting []Change

// String lists the changes as name=value.
func (s Setting) String() string {
	var parts []string
	for _, c := range s {
		parts = append(parts, c.Name+"="+c.Value)
	}
	return strings.Join(parts, " ")
}

// Apply puts a setting into options and the modes of groups of tables. Values out of range are
// errors.
func (s Setting) Apply(o *lsm.Options, modes []adaptive.Mode) error {
	for _, c := range s {
		if c.Name != TableMode {
			if err := o.Set(c.Name, c.Value); err != nil {
				return err
			}
			continue
		}
		m := slices.Index(adaptive.ModeNames(), c.Value)
		if m < 0 {
			return fmt.Errorf("unknown table_mode %q%s", c.Value,
				nearest.Hint(c.Value, adaptive.ModeNames()))
		}
		for g := range modes {
			modes[g] = adaptive.Mode(m)
		}
	}
	return nil
}

// Axis is a parameter and the values it takes in a sweep.
type Axis struct {
	Name   string   `json:"name"`
	Values []string `json:"values"`
}

// Sweep is every combination of the values of its axes. A setting's number says where it stands in
// their order, in which the last axis changes fastest.
type Sweep []Axis

// SettingsMost bounds the settings of a sweep: at 0.3 ms each they take half a minute.
const SettingsMost = 100_000

// Count is the number of settings.
func (s Sweep) Count() int {
	n := 1
	for _, a := range s {
		n *= len(a.Values)
	}
	return n
}

// Places are the positions of a setting's values on the axes.
func (s Sweep) Places(number int) []int {
	places := make([]int, len(s))
	for i := len(s) - 1; i >= 0; i-- {
		n := len(s[i].Values)
		places[i], number = number%n, number/n
	}
	return places
}

// Setting is the one of that number.
func (s Sweep) Setting(number int) Setting {
	setting := make(Setting, len(s))
	for i, place := range s.Places(number) {
		setting[i] = Change{s[i].Name, s[i].Values[place]}
	}
	return setting
}

// InForce are the values that options and tables have on the axes, and the number of the setting
// that has the same ones; -1 if none has.
func (s Sweep) InForce(o lsm.Options, modes []adaptive.Mode) (setting Setting, number int) {
	for _, a := range s {
		p, err := findParameter(a.Name)
		if err != nil {
			panic(err) // the sweep was parsed
		}
		value := p.inForce(&o, modes)
		setting = append(setting, Change{a.Name, value})
		place := slices.Index(a.Values, value)
		if place < 0 {
			number = -1
		}
		if number >= 0 {
			number = number*len(a.Values) + place
		}
	}
	return setting, number
}

// Changes is how many values of a setting differ from another one's of the same sweep.
func (s Setting) Changes(from Setting) (n int) {
	for i := range s {
		if s[i].Value != from[i].Value {
			n++
		}
	}
	return n
}
