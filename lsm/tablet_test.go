package lsm_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/readamp/readamp/lsm"
)

// TestTablet reads testdata/tablet. Statements:
//
//	tenant version=V arch=A PARAMETER=VALUE      start anew; default seekdb on amd64
//	create TABLE columns=k,c,pad index=k major=2,3 inc=4,5 indexmajor=6 indexinc=7 mode=extreme
//	insert TABLE IDS                             a row each; k is the id unless to=VALUE says it
//	update TABLE IDS set=COLUMNS times=N         k is raised by one unless to=VALUE says it
//	delete TABLE IDS
//	load TABLE FIRST-LAST                        rows that are in the base from the beginning
//	begin, commit, rollback, flush, param NAME VALUE
//	freeze minor, freeze major
//	start                                        the multi-version start is now, not 0
//	wait 20s                                     time passes
//
// Reads print their counters, left out where they are 0:
//
//	get TABLE ID cols=COLUMNS                    all columns unless cols says which
//	mget TABLE IDS
//	scan TABLE FIRST-LAST                        everything if no range is given
//	rscan, count, sum, lscan ... limit=N         the same; rscan goes downwards
//	more=yes                                     prints the rest of the counters too
//
// An index on column k is the table t.k, its keys are VALUE:ID, and v in front of a range of a scan
// makes it one of values. tables prints the stack of a table or index, oldest run first:
// what the newest version of each key gives, * for a key of several versions, and the physical
// rows. runs prints kinds and physical rows only, of what the store has above the last major and of
// what reads use.
func TestTablet(t *testing.T) {
	runData(t, "tablet", func() func([]string) (string, error) { return new(script).answer })
}

// tablet is that of a table, or of its index.
func (s *script) tablet(a arguments) *lsm.Tablet {
	t := s.tables[tableName(a)]
	if strings.Contains(a.word(1), ".") {
		return t.Indexes[0].Tablet
	}
	return t.Main
}

// read executes a read statement and prints what it counts.
func (s *script) read(line string, a arguments) error {
	tablet := s.tablet(a)
	c, err := lsm.Counters{}, error(nil)
	switch a.word(0) {
	case "get", "mget":
		c, err = s.readKeys(tablet, a)
	default:
		c, err = readRange(tablet, a)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", line, err)
	}
	line = strings.TrimSuffix(line, " more=yes")
	fmt.Fprintf(&s.out, "%-22s %s\n", line, describeCounters(c, a.value("more", "") == "yes"))
	return nil
}

func (s *script) readKeys(tablet *lsm.Tablet, a arguments) (c lsm.Counters, err error) {
	keys, err := parseKeys(a.word(2))
	if err != nil {
		return c, err
	}
	mask, err := s.tables[tableName(a)].mask(a.value("cols", "all"))
	if tablet != s.tables[tableName(a)].Main {
		mask = 0 // an index has no column but its key
	}
	if a.word(0) == "get" {
		return tablet.Get(keys[0], lsm.Image(mask)), err
	}
	return tablet.MultiGet(keys, lsm.Image(mask)), err
}

func readRange(tablet *lsm.Tablet, a arguments) (c lsm.Counters, err error) {
	r := lsm.AllKeys
	if text := a.word(2); text != "" {
		if r, err = parseRange(text); err != nil {
			return c, err
		}
	}
	switch a.word(0) {
	case "scan":
		return tablet.Scan(r), nil
	case "rscan":
		return tablet.ScanBack(r), nil
	case "count":
		return tablet.Count(r), nil
	case "sum":
		return tablet.Sum(r), nil
	case "lscan":
		n, err := strconv.ParseInt(a.value("limit", ""), 10, 64)
		if err != nil {
			return c, err
		}
		return tablet.LimitScan(r, n), nil
	}
	return c, fmt.Errorf("no such command")
}

// parseRange reads FIRST-LAST, or with a v in front a range of an index's values.
func parseRange(text string) (r lsm.Range, err error) {
	bounds, isValues := strings.CutPrefix(text, "v")
	first, last, _ := strings.Cut(bounds, "-")
	if r.First, err = strconv.ParseUint(first, 10, 64); err != nil {
		return r, err
	}
	r.Last, err = strconv.ParseUint(last, 10, 64)
	if isValues {
		r = lsm.IndexRange(r)
	}
	return r, err
}

// describeCounters names what is not 0.
func describeCounters(c lsm.Counters, more bool) string {
	type figure struct {
		name string
		n    int64
	}
	figures := []figure{{"memstore", c.Memstore}, {"ssstore", c.Ssstore},
		{"fuse_hit", c.FuseHit}, {"fast", c.FastRows}, {"bs_rows", c.BsRows},
		{"bs_blocks", c.BsBlocks}}
	if more {
		figures = append(figures, figure{"minor", c.MinorRows}, figure{"major", c.MajorRows},
			figure{"tables", c.Tables}, figure{"read", c.RowsRead()})
	}
	text := fmt.Sprintf("returned %d", c.Returned)
	for _, f := range figures {
		if f.n != 0 {
			text += fmt.Sprintf(", %s %d", f.name, f.n)
		}
	}
	if more && c.StatusRows != 0 {
		text += fmt.Sprintf(", status %d", c.StatusRows)
	}
	if more && c.FirstTouch {
		text += ", first touch"
	}
	return text
}

// look prints the stack of a tablet.
func (s *script) look(line string, a arguments) error {
	tablet, columns := s.tablet(a), s.tables[tableName(a)].columns
	isIndex := strings.Contains(a.word(1), ".")
	fmt.Fprintf(&s.out, "%s: %d rows live\n", line, tablet.Rows())
	for _, run := range tablet.Runs() {
		var keys []lsm.Key
		run.Keys.All(func(key lsm.Key) { keys = append(keys, key) })
		s.out.WriteString(describeRun(run.Kind, run.PhysicalRows, keys, isIndex,
			func(key lsm.Key) string { return describeImage(run, key, columns) }))
	}
	inserts, updates, deletes := tablet.Memtable().Nodes()
	s.out.WriteString(describeMemtable(tablet.Memtable().Keys(), inserts, updates, deletes))
	return nil
}

func describeMemtable(keys, inserts, updates, deletes int64) string {
	if keys == 0 {
		return ""
	}
	return fmt.Sprintf("  MEMTABLE %d keys, nodes: %d insert, %d update, %d delete\n",
		keys, inserts, updates, deletes)
}

// describeRun lists the keys of a run with what they give, neighbours that give the same as a
// range.
func describeRun(kind lsm.RunKind, rows int64, keys []lsm.Key, isIndex bool,
	gives func(lsm.Key) string) string {

	text := fmt.Sprintf("  %-5s %d rows:", kind, rows)
	for i := 0; i < len(keys); {
		end := i + 1
		for end < len(keys) && keys[end] == keys[end-1]+1 && gives(keys[end]) == gives(keys[i]) {
			end++
		}
		text += " " + describeKey(keys[i], isIndex)
		if end > i+1 {
			text += "-" + describeKey(keys[end-1], isIndex)
		}
		text += gives(keys[i])
		i = end
	}
	return text + "\n"
}

func describeKey(key lsm.Key, isIndex bool) string {
	if isIndex {
		return fmt.Sprintf("%d:%d", key>>32, key&(1<<32-1))
	}
	return fmt.Sprint(key)
}

// describeImage is what a key gives, in braces unless it is a whole row.
func describeImage(run *lsm.Run, key lsm.Key, columns []string) string {
	gives := ""
	switch {
	case run.Deleted.Has(key):
		gives = "{deleted}"
	case run.Kind != lsm.Major && !run.Full.Has(key):
		var names []string
		for i, set := range run.Columns {
			if set.Has(key) {
				names = append(names, columns[i])
			}
		}
		gives = "{" + strings.Join(names, ",") + "}"
	}
	if run.Multi.Has(key) {
		gives += "*"
	}
	return gives
}
