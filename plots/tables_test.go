package plots

import (
	"bytes"
	"encoding/csv"
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// checkTable reads the CSV of a figure back and compares it with the fields of the rows it was
// made from. columns names the column of each field; a field without one fails.
func checkTable[R any](t *testing.T, f Figure, rows []R, columns map[string]string) {
	t.Helper()
	lines, err := csv.NewReader(bytes.NewReader(csvOf(t, f))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(lines) != len(rows)+1 {
		t.Fatalf("%d lines for %d rows", len(lines), len(rows))
	}
	index := map[string]int{}
	for i, name := range lines[0] {
		index[name] = i
	}
	for i, row := range rows {
		fields := reflect.ValueOf(row)
		for j := range fields.NumField() {
			column := columns[fields.Type().Field(j).Name]
			at, ok := index[column]
			if !ok {
				t.Fatalf("no column for %s", fields.Type().Field(j).Name)
			}
			if got := lines[i+1][at]; !sameValue(got, fields.Field(j)) {
				t.Errorf("row %d, %s: %s, want %v", i+1, column, got, fields.Field(j))
			}
		}
	}
}

// sameValue compares a cell with a field; numbers must read back as exactly the same float64, and
// are empty where there is none.
func sameValue(got string, want reflect.Value) bool {
	switch want.Kind() {
	case reflect.Float64:
		if v := want.Float(); math.IsNaN(v) || math.IsInf(v, 1) {
			return got == ""
		}
		v, err := strconv.ParseFloat(got, 64)
		return err == nil && v == want.Float()
	case reflect.Bool:
		return got == strconv.FormatBool(want.Bool())
	case reflect.Int64:
		return got == strconv.FormatInt(want.Int(), 10)
	}
	return got == want.String()
}

func TestQPSTable(t *testing.T) {
	rows := sampleQPS([]string{"a,b", "run \"2\""}, ladderPhases())
	rows[0].HighQPS = 1e15 / 3
	rows[1].LowQPS = 1e-17
	f, err := QPSByPhase("t", rows)
	checkTable(t, must(t, f, err), rows, map[string]string{"Run": "run", "Phase": "phase",
		"Script": "script", "MeasuredQPS": "measured_qps", "LowQPS": "low_qps",
		"HighQPS": "high_qps", "PredictedQPS": "predicted_qps", "Fitted": "fitted"})
}

func TestRowsTable(t *testing.T) {
	rows := sampleRows([]string{"r"}, ladderPhases())
	f, err := RowsByPhase("t", rows)
	checkTable(t, must(t, f, err), rows, map[string]string{"Run": "run", "Phase": "phase",
		"Statement": "statement", "ReturnedRows": "returned_rows",
		"MemtableRows": "memtable_rows", "IncrementalRows": "incremental_rows",
		"BaseSlowRows": "base_slow_rows", "BaseFastRows": "base_fast_rows",
		"MeasuredRowsRead": "measured_rows_read"})
}

func TestPairsTable(t *testing.T) {
	pairs := samplePairs(sampleQPS([]string{"r"}, ladderPhases()))
	pairs = append(pairs, Pair{"g", "l", 0, 3, false})
	f, err := PredictedVsMeasured("t", "throughput", "queries per second", 2.5, pairs)
	checkTable(t, must(t, f, err), pairs, map[string]string{"Group": "group", "Label": "label",
		"Measured": "measured", "Predicted": "predicted", "Fitted": "fitted"})
	last := f.Rows[len(f.Rows)-1]
	if got := strings.Join(last, " "); got != "g l throughput queries per second 0 3  2.5 false" {
		t.Errorf("pair measured as 0: %q", got)
	}
}

// checkRefusals sets each number of a good row to what can't be drawn and wants an error that
// names the place.
func checkRefusals[R any](t *testing.T, good R, draw func(R) error) {
	t.Helper()
	if err := draw(good); err != nil {
		t.Fatalf("the good row is refused: %v", err)
	}
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), -1, 2 * maxValue} {
		for j := range reflect.ValueOf(good).NumField() {
			row := good
			field := reflect.ValueOf(&row).Elem().Field(j)
			if field.Kind() != reflect.Float64 {
				continue
			}
			field.SetFloat(bad)
			name := reflect.TypeOf(good).Field(j).Name
			err := draw(row)
			if err == nil {
				t.Errorf("%s %v is drawn", name, bad)
				continue
			}
			for _, part := range []string{"plots: ", "2 (", "the place"} {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("%s %v: error %q does not say %q", name, bad, err, part)
				}
			}
		}
	}
}

func TestRefusals(t *testing.T) {
	q := QPSRow{"r", "the place", "s", 2, 1, 3, 2, false}
	checkRefusals(t, q, func(bad QPSRow) error {
		_, err := QPSByPhase("t", []QPSRow{q, bad})
		return err
	})
	r := RowsRow{"r", "the place", "s", 1, 1, 1, 1, 1, 4}
	checkRefusals(t, r, func(bad RowsRow) error {
		_, err := RowsByPhase("t", []RowsRow{r, bad})
		return err
	})
	p := Pair{"g", "the place", 1, 1, false}
	checkRefusals(t, p, func(bad Pair) error {
		_, err := PredictedVsMeasured("t", "q", "u", 1, []Pair{p, bad})
		return err
	})
}

// Other inputs that no figure can be made of, and what the error says.
func TestRefusedTables(t *testing.T) {
	qps := func(rows ...QPSRow) error { _, err := QPSByPhase("t", rows); return err }
	rows := func(rows ...RowsRow) error { _, err := RowsByPhase("t", rows); return err }
	pairs := func(noise float64, pairs ...Pair) error {
		_, err := PredictedVsMeasured("t", "q", "u", noise, pairs)
		return err
	}
	crowd := make([]Pair, 26)
	for i := range crowd {
		crowd[i].Group = strconv.Itoa(i)
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{qps(), "plots: QPS by phase: no rows"},
		{rows(), "plots: rows by phase: no rows"},
		{pairs(0), "plots: predicted against measured: no pairs"},
		{qps(QPSRow{LowQPS: 3, HighQPS: 2}), "low QPS 3 is above high QPS 2"},
		{rows(RowsRow{}), "no rows returned"},
		{rows(RowsRow{ReturnedRows: 1e-10, MeasuredRowsRead: 1e10}), "measured rows per row"},
		{qps(make([]QPSRow, maxPhases+1)...), "has 201 phases; a figure holds 200"},
		{qps(make([]QPSRow, maxPhases*maxPanels+1)...), "9601 rows"},
		{pairs(math.NaN(), Pair{}), "noise in percent is NaN"},
		{pairs(0, Pair{Measured: 1e-300, Predicted: 1}), "size of the error"},
		{pairs(0, crowd...), "26 groups; only 25 marks"},
		{pairs(0, make([]Pair, maxPairs+1)...), "20001 pairs"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("error %v, want one with %q", c.err, c.want)
		}
	}
}
