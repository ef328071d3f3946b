package record

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// randomEntries fills entries by reflection, so that a field that is new in a struct is filled too:
// one that is not written, or not read, comes back empty.
type randomEntries struct {
	*rand.Rand
	sparse bool // leave out what was measured, field by field
}

var randomTexts = []string{
	"t", "a b", `quo"te\`, "<&>", "line\nend\r\ttab", "é💾\u2028\u0001", "\uFFFD", "null", "12",
}

// fill sets a value and all it holds to something that is not zero.
func (r *randomEntries) fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(1 + r.Int64N(math.MaxInt64))
	case reflect.Uint8, reflect.Uint64:
		v.SetUint(1)
	case reflect.Float64:
		v.SetFloat(math.Ldexp(1+r.Float64(), r.IntN(74)-50)) // < a year
	case reflect.String:
		v.SetString(randomTexts[r.IntN(len(randomTexts))])
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		r.fill(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1+r.IntN(3), 3))
		for i := range v.Len() {
			r.fill(v.Index(i))
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range 1 + r.IntN(3) {
			key, e := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			r.fill(key)
			r.fill(e)
			v.SetMapIndex(key, e)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			r.fill(v.Field(i))
		}
		r.allow(v)
	default:
		panic("no way to fill " + v.Type().String())
	}
}

// allow makes of a filled struct one that a record may hold.
func (r *randomEntries) allow(v reflect.Value) {
	switch s := v.Addr().Interface().(type) {
	case *Config:
		s.Cores, s.Threads, s.Tables = 1+r.IntN(64), 1+r.IntN(64), 1+r.IntN(TablesMax)
		s.TableSize = 1 + r.Int64N(IDEnd-1)
	case *Do:
		s.End += s.Start
		s.What = []string{"freeze major", "freeze minor", "set a=b=c"}[r.IntN(3)]
		s.Action, _ = parseAction(s.What)
	case *Ref:
		s.End += s.Start
		r.thin(v, "QPS")
	case *Phase:
		s.End += s.Start
		var stat Stat
		r.fill(reflect.ValueOf(&stat).Elem())
		s.Audit = map[string]Stat{pick(r, statementKinds): stat, "other": stat}
		r.thin(v, "Events", "Queries", "QPS", "Intervals", "ServerCPUSeconds", "Audit",
			"Samples", "Stdout", "Stderr")
	case *Sample:
		if r.sparse && r.IntN(2) == 0 {
			*s = Sample{At: s.At, Error: s.Error}
			return
		}
		s.Error = ""
		letters := stackLetters[r.IntN(len(stackLetters)):]
		for table := range s.Stacks {
			s.Stacks[table] = letters
		}
	case *State:
		r.thin(v, "Stacks", "Memstore", "Memtables", "History")
	case *TabletRun:
		s.Kind = pick(r, stackKinds)
		s.StartSCN, s.EndSCN = min(s.StartSCN, s.EndSCN), max(s.StartSCN, s.EndSCN)
		r.thin(v, "Rows", "Blocks")
	}
}

// thin leaves out some of the measured fields.
func (r *randomEntries) thin(v reflect.Value, measured ...string) {
	for _, name := range measured {
		if r.sparse && r.IntN(2) == 0 {
			v.FieldByName(name).SetZero()
		}
	}
}

func pick[T any](r *randomEntries, list []T) T { return list[r.IntN(len(list))] }

// entry returns an entry of every kind in turn.
func (r *randomEntries) entry(line int) Entry {
	e := Entry{Line: line}
	v := reflect.ValueOf(&e).Elem()
	kinds := v.NumField() - 1 // all but Line
	r.fill(v.Field(1 + (line-1)%kinds))
	return e
}

// TestRandomEntries writes and reads entries with every field set, and with all combinations of
// measured parts left out.
func TestRandomEntries(t *testing.T) {
	for _, sparse := range []bool{false, true} {
		r := &randomEntries{rand.New(rand.NewPCG(1, 2)), sparse}
		want := []Entry{r.entry(1)}
		if want[0].Config == nil {
			t.Fatal("the first is no config")
		}
		for len(want) < 1500 {
			if e := r.entry(len(want) + 1); e.Config == nil {
				want = append(want, e)
			} else { // there is one config only
				checkOneConfig(t, e)
				want = append(want, Entry{Line: e.Line, Idle: &Idle{1, 2}})
			}
		}
		run, err := ReadRun("f", strings.NewReader(written(t, want)))
		if err != nil {
			t.Fatal(err)
		}
		for i, e := range run.Entries {
			if !reflect.DeepEqual(e, want[i]) {
				_, where := unchanged(reflect.ValueOf(want[i]), reflect.ValueOf(e))
				t.Fatalf("sparse %v, line %d: %v differs", sparse, i+1, where)
			}
		}
	}
}

// checkOneConfig writes and reads a run of a config alone.
func checkOneConfig(t *testing.T, e Entry) {
	t.Helper()
	e.Line = 1
	run, err := ReadRun("f", strings.NewReader(written(t, []Entry{e})))
	if err != nil || !reflect.DeepEqual(run.Entries[0], e) {
		t.Fatalf("%v: %+v", err, e.Config)
	}
}

// TestUnchanged changes one value after another of filled entries; each change must be seen.
func TestUnchanged(t *testing.T) {
	for kind := range 6 {
		entry := func() Entry {
			r := &randomEntries{rand.New(rand.NewPCG(3, uint64(kind))), false}
			return r.entry(kind + 1)
		}
		given, changed := entry(), entry()
		if err := checkUnchanged(given, changed); err != nil {
			t.Fatalf("nothing changed, but %v", err)
		}
		leaves := 0
		eachLeaf(reflect.ValueOf(&changed).Elem(), func(leaf reflect.Value) {
			was := reflect.New(leaf.Type()).Elem()
			was.Set(leaf)
			leaf.SetZero()
			if !was.IsZero() && checkUnchanged(given, changed) == nil {
				t.Errorf("kind %d: %v is not missed", kind, was)
			}
			leaf.Set(was)
			leaves++
		})
		if leaves < 2 {
			t.Errorf("kind %d: %d leaves", kind, leaves)
		}
	}
}

// eachLeaf hands every value that can be set, and what holds it, to do.
func eachLeaf(v reflect.Value, do func(reflect.Value)) {
	do(v)
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			eachLeaf(v.Elem(), do)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			eachLeaf(v.Field(i), do)
		}
	case reflect.Slice:
		for i := range v.Len() {
			eachLeaf(v.Index(i), do)
		}
	}
}
