package advice

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strconv"
)

// Finding is one thing that somebody who runs a server should know or do, with the numbers behind
// it and the statements to run.
type Finding struct {
	Rank    int    `json:"rank"` // 1 is what to do first
	Level   Level  `json:"level"`
	Kind    Kind   `json:"kind"`
	Subject string `json:"subject"` // the tenant, tables or query that it is about
	// Do is what to do in a few words, "" where there is nothing to do; Text says why.
	Do      string  `json:"do,omitempty"`
	Text    string  `json:"text"`
	Numbers Figures `json:"numbers"`
	// Statements are in the order in which they are run; none where nothing can be run.
	Statements []Statement `json:"statements"`
}

// Level says how much a finding presses.
type Level string

// The levels, most pressing first.
const (
	Act  Level = "act"  // writes or reads suffer, or will
	Plan Level = "plan" // something is due or would help
	Know Level = "know" // nothing to do
)

var levels = []Level{Act, Plan, Know}

// Kind is what a finding is about.
type Kind string

// The kinds.
const (
	KindMajor    Kind = "major"         // when a major is due
	KindMode     Kind = "table_mode"    // which mode helps, or does nothing
	KindQuery    Kind = "query"         // whether merges explain an observed query
	KindStall    Kind = "stall"         // whether throughput fell like no read falls
	KindMemory   Kind = "memstore"      // freeze trigger and throttling point
	KindVersions Kind = "kept versions" // what keeps old versions
	KindRelease  Kind = "release"       // what is wrong with a release
	KindStack    Kind = "stack"         // more tables than the parameters leave
	KindAssumed  Kind = "assumed"       // what was not said
)

// Figure is a number with its name, whose end is the unit: _s seconds, _bytes, _pct percent,
// _rows_per_row; else a count.
type Figure struct {
	Name  string
	Value float64
}

// Figures are numbers in the order in which they matter. They encode as a JSON object.
type Figures []Figure

// add puts a number at the end. Six decimals are kept, of numbers from a thousand on none.
func (f *Figures) add(name string, value float64) {
	if math.Abs(value) >= 1000 {
		value = math.Round(value)
	}
	*f = append(*f, Figure{name, math.Round(value*1e6) / 1e6})
}

// Get is the number of that name; NaN without one.
func (f Figures) Get(name string) float64 {
	for _, figure := range f {
		if figure.Name == name {
			return figure.Value
		}
	}
	return math.NaN()
}

// MarshalJSON writes an object with the numbers in their order.
func (f Figures) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, figure := range f {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := json.Marshal(figure.Name)
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		b.WriteString(strconv.FormatFloat(figure.Value, 'f', -1, 64))
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// Todo are the findings that ask for something, of ranked ones.
func Todo(list []Finding) (todo []Finding) {
	for _, f := range list {
		if f.Level != Know && f.Do != "" {
			todo = append(todo, f)
		}
	}
	return todo
}

// Rank puts what presses most first, keeps the order otherwise, and numbers the findings.
func Rank(list []Finding) []Finding {
	slices.SortStableFunc(list, func(a, b Finding) int {
		return slices.Index(levels, a.Level) - slices.Index(levels, b.Level)
	})
	for i := range list {
		list[i].Rank = i + 1
		if list[i].Statements == nil {
			list[i].Statements = []Statement{}
		}
	}
	return list
}
