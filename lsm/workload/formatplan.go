package workload

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/readamp/readamp/lsm/adaptive"
)

// line returns the line of a group in a plan.
func (g TableGroup) line() string {
	words := []string{"tables", g.Name, strconv.Itoa(g.Tables), formatDecimal(float64(g.Rows))}
	if !g.Index {
		words = append(words, "noindex")
	}
	if g.Mode != adaptive.Normal {
		words = append(words, modePrefix+g.Mode.String())
	}
	return strings.Join(words, " ") + "\n"
}

// line returns the line of a load in a plan, with the options that are not sysbench's defaults.
func (l Load) line(group string) string {
	words := []string{formatTime(l.From) + "-" + formatTime(l.To), l.Rate.String(), l.Script, group}
	if l.Script != Queue {
		words = append(words, l.Options.RandType)
		words = append(words, l.Options.changed()...)
	}
	return strings.Join(words, " ") + "\n"
}

// formatTime returns HH:MM, and :SS if there are seconds.
func formatTime(t time.Duration) string {
	seconds := int64(t / time.Second)
	text := fmt.Sprintf("%02d:%02d", seconds/3600, seconds/60%60)
	if seconds%60 != 0 {
		text += fmt.Sprintf(":%02d", seconds%60)
	}
	return text
}

// changed returns the options of a load that differ from the defaults, without those that other
// columns of a plan say.
func (o Options) changed() []string {
	byDefault := defaults(o.Script)
	before, after := byDefault.fields(), o.fields()
	var args []string
	for i, f := range after {
		old, now := before[i].text(), f.text()
		if _, elsewhere := saidElsewhere[f.name]; !elsewhere && old != now {
			args = append(args, "--"+f.name+"="+now)
		}
	}
	return args
}
