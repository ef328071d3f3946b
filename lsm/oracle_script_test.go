package lsm_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/readamp/readamp/lsm"
)

// oracle answers the language of testdata/tablet as the package does; see TestTablet.
type oracle struct {
	fuseCache     bool
	constantLarge bool // the size of a large minor is no parameter
	p             oracleParameters
	tables        map[string]*oracleTable
	trx           int
	open          bool
}

// oracleTable is a table of three columns k, c, pad, and perhaps an index on k.
type oracleTable struct{ main, index *oracleTablet }

var oracleColumns = []string{"k", "c", "pad"}

var outOfPlace = "error: " + lsm.ErrTransaction.Error()

// answer executes one line.
func (o *oracle) answer(line string) string {
	a := parseArguments(line)
	switch a.word(0) {
	case "tenant":
		old := a.value("version", "") == "4.2.1" // on arm64: histories know no other version
		*o = oracle{tables: map[string]*oracleTable{}, fuseCache: !old, constantLarge: old,
			p: oracleParameters{trigger: 2, large: 2_000_000, pushdown: 4}}
	case "create":
		return o.create(a)
	case "param":
		o.set(a.word(1), a.word(2))
		o.each(func(t *oracleTablet) { t.compact(o.p) })
	case "freeze":
		if o.open {
			return outOfPlace
		}
		o.each(func(t *oracleTablet) {
			if t.dump(o.p); a.word(1) == "major" {
				t.major()
			} else {
				t.compact(o.p)
			}
		})
	case "flush":
		o.each(func(t *oracleTablet) {
			t.cached, t.touched = map[lsm.Key]bool{}, map[*store]bool{}
		})
	case "begin", "commit", "rollback":
		return o.transaction(a.word(0))
	case "insert", "update", "delete":
		return o.write(a)
	case "tables":
		return o.look(line, a)
	default:
		return o.read(line, a)
	}
	return ""
}

func (o *oracle) create(a arguments) string {
	rows, err := blockRows(a, "major", "inc")
	indexRows, indexErr := blockRows(a, "indexmajor", "indexinc")
	if err != nil || indexErr != nil {
		panic(a)
	}
	t := &oracleTable{main: newOracleTablet(len(oracleColumns), rows)}
	if _, given := a.values["index"]; given {
		t.index = newOracleTablet(0, indexRows)
	}
	o.tables[a.word(1)] = t
	return ""
}

func (o *oracle) set(name, value string) {
	v, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		panic(err)
	}
	if o.constantLarge && name == "_minor_merge_write_amplification_threshold" {
		return
	}
	*map[string]*int64{
		"minor_compact_trigger":                      &o.p.trigger,
		"_minor_compaction_amplification_factor":     &o.p.factor,
		"_minor_merge_write_amplification_threshold": &o.p.large,
		"_pushdown_storage_level":                    &o.p.pushdown,
	}[name] = v
}

func (o *oracle) each(do func(*oracleTablet)) {
	for _, t := range o.tables {
		if do(t.main); t.index != nil {
			do(t.index)
		}
	}
}

func (o *oracle) transaction(statement string) string {
	if o.open == (statement == "begin") {
		return outOfPlace
	}
	if statement == "begin" {
		o.trx++
	} else if statement == "rollback" {
		o.each(func(t *oracleTablet) { t.rollback(o.trx) })
	}
	o.open = !o.open
	return ""
}

// write executes one statement for each id.
func (o *oracle) write(a arguments) (text string) {
	t, name := o.tables[a.word(1)], a.word(1)
	ids, err := parseKeys(a.word(2))
	if err != nil {
		panic(err)
	}
	times, err := strconv.Atoi(a.value("times", "1"))
	if err != nil {
		panic(err)
	}
	for range times {
		for _, id := range ids {
			row, exists := t.main.row(id)
			if exists == (a.word(0) == "insert") {
				if exists {
					return text + fmt.Sprintf("error: table %s: duplicate entry %d", name, id)
				}
				t.main.status.pay()
				text += fmt.Sprintf("%s %d: no such row\n", a.word(0), id)
				continue
			}
			o.writeRow(t, id, row, a)
		}
	}
	return strings.TrimRight(text, "\n")
}

// writeRow writes one row, whose old values are given, and its index entries.
func (o *oracle) writeRow(t *oracleTable, id lsm.Key, old map[int]uint64, a arguments) {
	if !o.open {
		o.trx++
	}
	k, err := strconv.ParseUint(a.value("to", "-"), 10, 64)
	if err != nil {
		if k = id; a.word(0) == "update" {
			k = old[0] + 1
		}
	}
	if a.word(0) != "insert" {
		if !o.ownRow(t.main, id) {
			t.main.fill(id)
		}
	}
	v := version{trx: o.trx, values: map[int]uint64{}}
	switch a.word(0) {
	case "insert":
		v.whole, v.values = true, map[int]uint64{0: k, 1: 0, 2: 0}
	case "delete":
		v.deleted = true
	default:
		for i, name := range oracleColumns {
			if set := a.value("set", "all"); set == "all" ||
				slices.Contains(strings.Split(set, ","), name) {
				v.values[i] = k // only that of k matters
			}
		}
	}
	t.main.write(id, v)
	o.writeIndex(t.index, id, old, v)
}

// writeIndex replaces the entry of a row, if there is an index and the value changes.
func (o *oracle) writeIndex(x *oracleTablet, id lsm.Key, old map[int]uint64, v version) {
	now, given := v.values[0]
	was, existed := old[0]
	if v.whole {
		existed = false
	}
	if x == nil || !v.deleted && (!given || existed && was == now) {
		return
	}
	if existed {
		x.write(was<<32|id, version{trx: o.trx, deleted: true})
	}
	if given {
		x.write(now<<32|id, version{trx: o.trx, whole: true})
	}
}

// ownRow says whether the open transaction wrote the newest version of a row.
func (o *oracle) ownRow(t *oracleTablet, id lsm.Key) bool {
	versions := t.mem.versions[id]
	return o.open && len(versions) > 0 && versions[len(versions)-1].trx == o.trx
}

func (o *oracle) tablet(a arguments) *oracleTablet {
	t := o.tables[tableName(a)]
	if strings.Contains(a.word(1), ".") {
		return t.index
	}
	return t.main
}

// names are the tablet's non-key columns; an index has none.
func (t *oracleTablet) names() []string { return oracleColumns[:len(t.columns)] }

func (o *oracle) look(line string, a arguments) string {
	t, isIndex := o.tablet(a), strings.Contains(a.word(1), ".")
	text := fmt.Sprintf("%s: %d rows live\n", line, len(t.live(lsm.AllKeys)))
	for _, run := range t.runs {
		text += describeRun(run.kind, run.physicalRows(), run.keys(), isIndex,
			func(key lsm.Key) string { return t.describe(run, key) })
	}
	m := t.mem
	text += describeMemtable(int64(len(m.entered)), m.inserts, m.updates, m.deletes)
	return strings.TrimRight(text, "\n")
}

// describe is what a key of a run gives, as describeImage has it.
func (t *oracleTablet) describe(run *store, key lsm.Key) (gives string) {
	f := newFused()
	f.under(run.versions[key])
	if f.deleted {
		gives = "{deleted}"
	} else if !f.gives(t.columns) {
		var names []string
		for i, name := range t.names() {
			if _, given := f.values[i]; given {
				names = append(names, name)
			}
		}
		gives = "{" + strings.Join(names, ",") + "}"
	}
	if len(run.versions[key]) > 1 {
		gives += "*"
	}
	return gives
}

func (o *oracle) read(line string, a arguments) string {
	c := o.counters(a)
	line = strings.TrimSuffix(line, " more=yes")
	return fmt.Sprintf("%-22s %s", line, describeCounters(c, a.value("more", "") == "yes"))
}

func (o *oracle) counters(a arguments) lsm.Counters {
	t := o.tablet(a)
	if a.word(0) == "get" || a.word(0) == "mget" {
		keys, err := parseKeys(a.word(2))
		if err != nil {
			panic(err)
		}
		slices.Sort(keys)
		if keys = slices.Compact(keys); len(keys) > 1 {
			return t.multiGet(keys)
		}
		columns := t.columns
		if cols, given := a.values["cols"]; given {
			columns = nil
			for _, name := range strings.Split(cols, ",") {
				if i := slices.Index(t.names(), name); i >= 0 {
					columns = append(columns, i)
				}
			}
		}
		return t.get(keys[0], columns, o.fuseCache, o.ownRow(t, keys[0]))
	}
	r := lsm.AllKeys
	if a.word(2) != "" {
		var err error
		if r, err = parseRange(a.word(2)); err != nil {
			panic(err)
		}
	}
	limit, err := strconv.ParseInt(a.value("limit", "-1"), 10, 64)
	if err != nil {
		panic(err)
	}
	if a.word(0) == "rscan" {
		return t.scanBack(r, o.p.pushdown)
	}
	c := t.scan(r, limit, o.p.pushdown)
	if a.word(0) == "count" || a.word(0) == "sum" {
		c.Returned = 1
	}
	if a.word(0) == "count" && o.p.pushdown >= 3 {
		c.Ssstore -= c.FastRows
	}
	return c
}
