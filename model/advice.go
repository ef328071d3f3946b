package model

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
	Rank    int         `json:"rank"` // 1 is what to do first
	Level   AdviceLevel `json:"level"`
	Kind    AdviceKind  `json:"kind"`
	Subject string      `json:"subject"` // the tenant, tables or query that it is about
	// Do is what to do in a few words, "" where there is nothing to do; Text says why.
	Do      string  `json:"do,omitempty"`
	Text    string  `json:"text"`
	Numbers Figures `json:"numbers"`
	// Statements are in the order in which they are run; none where nothing can be run.
	Statements []Statement `json:"statements"`
}

// AdviceLevel says how much a finding presses.
type AdviceLevel string

// The levels, most pressing first.
const (
	AdviceAct  AdviceLevel = "act"  // writes or reads suffer, or will
	AdvicePlan AdviceLevel = "plan" // something is due or would help
	AdviceKnow AdviceLevel = "know" // nothing to do
)

var adviceLevels = []AdviceLevel{AdviceAct, AdvicePlan, AdviceKnow}

// AdviceKind is what a finding is about.
type AdviceKind string

// The kinds.
const (
	AdviceMajor    AdviceKind = "major"         // when a major is due
	AdviceMode     AdviceKind = "table_mode"    // which mode helps, or does nothing
	AdviceQuery    AdviceKind = "query"         // whether merges explain an observed query
	AdviceStall    AdviceKind = "stall"         // whether throughput fell like no read falls
	AdviceMemory   AdviceKind = "memstore"      // freeze trigger and throttling point
	AdviceVersions AdviceKind = "kept versions" // what keeps old versions
	AdviceRelease  AdviceKind = "release"       // what is wrong with a release
	AdviceStack    AdviceKind = "stack"         // more tables than the parameters leave
	AdviceAssumed  AdviceKind = "assumed"       // what was not said
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
		if f.Level != AdviceKnow && f.Do != "" {
			todo = append(todo, f)
		}
	}
	return todo
}

// RankFindings puts what presses most first, keeps the order otherwise, and numbers the findings.
func RankFindings(list []Finding) []Finding {
	slices.SortStableFunc(list, func(a, b Finding) int {
		return slices.Index(adviceLevels, a.Level) - slices.Index(adviceLevels, b.Level)
	})
	for i := range list {
		list[i].Rank = i + 1
		if list[i].Statements == nil {
			list[i].Statements = []Statement{}
		}
	}
	return list
}
