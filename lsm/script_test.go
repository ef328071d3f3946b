package lsm_test

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/adaptive"
)

// script is the state of one file of testdata/tablet; see TestTablet for its commands.
type script struct {
	tenant *lsm.Tenant
	tables map[string]*scriptTable
	start  lsm.SCN // multi-version start
	out    strings.Builder
}

// scriptTable is a table and what its columns are called.
type scriptTable struct {
	*lsm.Table
	columns []string
}

// answer executes lines until one fails.
func (s *script) answer(lines []string) (string, error) {
	s.out.Reset()
	for _, line := range lines {
		if err := s.do(line, parseArguments(line)); err != nil {
			return s.out.String(), err
		}
	}
	return s.out.String(), nil
}

func (s *script) do(line string, a arguments) error {
	switch a.word(0) {
	case "tenant":
		return s.newTenant(a)
	case "create":
		return s.create(a)
	case "param":
		return s.tenant.SetParameter(a.word(1), a.word(2))
	case "begin":
		return s.tenant.Begin()
	case "commit":
		return s.tenant.Commit()
	case "rollback":
		return s.tenant.Rollback()
	case "flush":
		s.tenant.FlushCache()
		return nil
	case "start":
		s.start = s.tenant.Now()
		return nil
	case "freeze":
		return s.freeze(a.word(1))
	case "wait":
		d, err := time.ParseDuration(a.word(1))
		s.tenant.Advance(d)
		return err
	}
	if _, known := s.tables[tableName(a)]; !known {
		return fmt.Errorf("%q: no such command or table", line)
	}
	switch a.word(0) {
	case "insert", "update", "delete", "load":
		return s.write(a)
	case "tables":
		return s.look(line, a)
	case "runs":
		tablet := s.tablet(a)
		fmt.Fprintf(&s.out, "%s: store %s, reads %s\n", line, describeRuns(tablet.Stack()),
			describeRuns(tablet.Runs()))
		return nil
	}
	return s.read(line, a)
}

// tableName is the table of a command's first argument, which may be an index as in t.k.
func tableName(a arguments) string {
	name, _, _ := strings.Cut(a.word(1), ".")
	return name
}

// newTenant starts anew; values are the version, the architecture and parameters.
func (s *script) newTenant(a arguments) error {
	rules, err := lsm.RulesFor(a.value("version", "seekdb"), a.value("arch", "amd64"))
	if err != nil {
		return err
	}
	o := lsm.DefaultOptions()
	for name, value := range a.values {
		if name == "version" || name == "arch" {
			continue
		}
		if err := o.Set(name, value); err != nil {
			return err
		}
	}
	s.tenant, s.tables, s.start = lsm.NewTenant(o, rules), map[string]*scriptTable{}, 0
	return nil
}

func (s *script) create(a arguments) error {
	t := &scriptTable{columns: strings.Split(a.value("columns", "k,c,pad"), ",")}
	var indexed []int
	if name, given := a.values["index"]; given {
		indexed = append(indexed, slices.Index(t.columns, name))
	}
	rows, err := blockRows(a, "major", "inc")
	if err != nil {
		return err
	}
	indexRows, err := blockRows(a, "indexmajor", "indexinc")
	if err != nil {
		return err
	}
	t.Table, err = s.tenant.CreateTable(a.word(1), len(t.columns), indexed, rows, indexRows)
	if err != nil {
		return err
	}
	s.tables[a.word(1)] = t
	mode, err := adaptive.ParseMode(a.value("mode", "normal"))
	t.SetMode(mode)
	return err
}

// describeRuns gives kinds and physical rows.
func describeRuns(runs []*lsm.Run) string {
	var parts []string
	for _, run := range runs {
		parts = append(parts, fmt.Sprintf("%s %d", run.Kind, run.PhysicalRows))
	}
	return strings.Join(parts, " + ")
}

// blockRows reads the rows of the blocks, such as major=2,3.
func blockRows(a arguments, major, inc string) (rows lsm.BlockRows, err error) {
	for name, list := range map[string]*[]int64{major: &rows.Major, inc: &rows.Inc} {
		if text, given := a.values[name]; given {
			for _, part := range strings.Split(text, ",") {
				n, parseErr := strconv.ParseInt(part, 10, 64)
				if parseErr != nil {
					return rows, parseErr
				}
				*list = append(*list, n)
			}
		}
	}
	return rows, nil
}

// freeze keeps every version unless start has set a multi-version start.
func (s *script) freeze(kind string) error {
	switch {
	case kind == "major":
		return s.tenant.MajorFreeze()
	case kind != "minor":
		return fmt.Errorf("freeze minor or major, not %q", kind)
	case s.start > 0:
		s.tenant.MinorFreezeKeeping(s.start)
		return nil
	}
	return s.tenant.MinorFreeze()
}

// mask is the set of columns of a list such as k,c; all stands for every one.
func (t *scriptTable) mask(list string) (mask uint64, err error) {
	if list == "all" {
		return t.AllColumns(), nil
	}
	for _, name := range strings.Split(list, ",") {
		i := slices.Index(t.columns, name)
		if i < 0 && name != "id" {
			return 0, fmt.Errorf("no column %q", name)
		}
		if i >= 0 {
			mask |= 1 << i
		}
	}
	return mask, nil
}

// write executes one statement for each id. An indexed column is the id when a row is inserted
// unless to says otherwise, and one more with every update.
func (s *script) write(a arguments) error {
	t := s.tables[tableName(a)]
	ids, err := parseKeys(a.word(2))
	if err != nil {
		return err
	}
	switch a.word(0) {
	case "load":
		return t.Load(lsm.Range{First: ids[0], Last: ids[len(ids)-1]})
	case "update":
		return s.update(t, ids, a)
	}
	for _, id := range ids {
		switch a.word(0) {
		case "insert":
			err = t.Insert(id, t.values(id, a)...)
		case "delete":
			if !t.Delete(id) {
				fmt.Fprintf(&s.out, "delete %d: no such row\n", id)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *script) update(t *scriptTable, ids []lsm.Key, a arguments) error {
	mask, err := t.mask(a.value("set", "all"))
	if err != nil {
		return err
	}
	times, err := strconv.Atoi(a.value("times", "1"))
	for range times {
		for _, id := range ids {
			found, err := t.Update(id, mask, t.values(id, a)...)
			if err != nil {
				return err
			}
			if !found {
				fmt.Fprintf(&s.out, "update %d: no such row\n", id)
			}
		}
	}
	return err
}

// values are the indexed values a statement gives.
func (t *scriptTable) values(id lsm.Key, a arguments) []uint64 {
	var values []uint64
	for _, x := range t.Indexes {
		v, existed := x.Value(id)
		switch to, err := strconv.ParseUint(a.value("to", "-"), 10, 64); {
		case err == nil:
			v = to
		case existed:
			v++
		default:
			v = id
		}
		values = append(values, v)
	}
	return values
}

// parseKeys reads a list of a, a-b and a-b/step in the order given. A key may be VALUE:ID, that of
// an index.
func parseKeys(list string) (keys []lsm.Key, err error) {
	for _, part := range strings.Split(list, ",") {
		span, stepText, stepped := strings.Cut(part, "/")
		firstText, lastText, ranged := strings.Cut(span, "-")
		if !ranged {
			lastText = firstText
		}
		if !stepped {
			stepText = "1"
		}
		first, firstErr := parseKey(firstText)
		last, lastErr := parseKey(lastText)
		step, stepErr := parseKey(stepText)
		if err = errors.Join(firstErr, lastErr, stepErr); err != nil || step == 0 || last < first {
			return nil, fmt.Errorf("%q is not a list of ids", list)
		}
		for k := first; k <= last; k += step {
			keys = append(keys, k)
		}
	}
	return keys, nil
}

func parseKey(text string) (lsm.Key, error) {
	valueText, idText, ofIndex := strings.Cut(text, ":")
	if !ofIndex {
		return strconv.ParseUint(text, 10, 64)
	}
	value, valueErr := strconv.ParseUint(valueText, 10, 32)
	id, idErr := strconv.ParseUint(idText, 10, 32)
	return lsm.IndexKey(value, id), errors.Join(valueErr, idErr)
}
