package rows

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/freeze"
)

// exampleTenant has everything that a manifest can have.
func exampleTenant() *storedTenant {
	full := func(kind lsm.RunKind, file uint64) *run {
		r := &run{RunInfo: lsm.RunInfo{Kind: kind, PhysicalRows: 4, Versions: 3, Start: 1, End: 5,
			Newest: 7, Known: 8}}
		r.runFacts = runFacts{Keys: 2, Multi: 1, First: 1, Last: 1 << 63, Laid: []int64{0, 1},
			File: file, SizeBytes: 900}
		return r
	}
	tablet := storedTablet{
		Stack: lsm.StackState[*run]{Base: full(lsm.MetaMajor, 1), Inc: []*run{full(lsm.Mini, 2)},
			Under: full(lsm.Major, 3), Covered: []*run{full(lsm.Minor, 4)},
			Stale: []lsm.StaleRun{{PhysicalRows: 1, Major: 2}}},
		Memtables: []*storedMemtable{{Run: full(lsm.Mini, 5), Nodes: [3]int64{1, 2, 3}}},
	}
	plain := storedTablet{Stack: lsm.StackState[*run]{Base: emptyBase(0)},
		Memtables: []*storedMemtable{{Run: &run{RunInfo: lsm.RunInfo{Kind: lsm.Mini}}}}}
	layout := freeze.SysbenchTable()
	return &storedTenant{Commit: 9, Keep: 2, File: 6, ClockNanos: 100, LastWriteNanos: 90,
		Tables: []storedTable{
			{TableSpec{Name: "sbtest<1>", Columns: 3, Indexed: []int{0},
				Rows: lsm.BlockRows{Major: []int64{2, 3}}, Layout: &layout},
				[]storedTablet{tablet, plain}}}}
}

func encoded(t testing.TB, s *storedTenant) string {
	text, err := encodeManifest(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestManifestRoundTrip(t *testing.T) {
	text := encoded(t, exampleTenant())
	back, err := decodeManifest([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if again := encoded(t, back); again != text {
		t.Errorf("read and written again:\n%s\nwas\n%s", again, text)
	}
	if got := fmt.Sprint(back.files()); got != "map[1:true 2:true 3:true 4:true 5:true]" {
		t.Errorf("files %s", got)
	}
}

// TestManifestRefused: each change is refused with an error that says what it is.
func TestManifestRefused(t *testing.T) {
	table := func(s *storedTenant) *storedTable { return &s.Tables[0] }
	tablet := func(s *storedTenant) *storedTablet { return &s.Tables[0].Tablets[0] }
	for want, change := range map[string]func(*storedTenant){
		"commit":             func(s *storedTenant) { s.Commit = MaxSCN + 1 },
		"clock":              func(s *storedTenant) { s.ClockNanos = -1 },
		"last write":         func(s *storedTenant) { s.LastWriteNanos = 101 },
		"twice":              func(s *storedTenant) { s.Tables = append(s.Tables, s.Tables[0]) },
		"-1 columns":         func(s *storedTenant) { table(s).Columns = -1 },
		"63 columns":         func(s *storedTenant) { table(s).Columns = 63 },
		"no column 3":        func(s *storedTenant) { table(s).Indexed[0] = 3 },
		"a layout":           func(s *storedTenant) { table(s).Layout.Other = make([]int64, 40) },
		"1 tablets":          func(s *storedTenant) { table(s).Tablets = table(s).Tablets[:1] },
		"a run is missing":   func(s *storedTenant) { tablet(s).Stack.Base = nil },
		"is missing":         func(s *storedTenant) { tablet(s).Stack.Inc[0] = nil },
		"no table mode":      func(s *storedTenant) { tablet(s).Stack.Mode = 5 },
		"MDS":                func(s *storedTenant) { tablet(s).Stack.Status.Tables = -1 },
		"only a meta major":  func(s *storedTenant) { tablet(s).Stack.Base.Kind = lsm.Major },
		"the wrong kind":     func(s *storedTenant) { tablet(s).Stack.Inc[0].Kind = 7 },
		"no memtable":        func(s *storedTenant) { tablet(s).Memtables = nil },
		"nothing there":      func(s *storedTenant) { tablet(s).Memtables[0] = nil },
		"version nodes":      func(s *storedTenant) { tablet(s).Memtables[0].Nodes[1] = -1 },
		"newest is 4":        func(s *storedTenant) { s.Commit = 4 },
		"commits 6 to 5":     func(s *storedTenant) { tablet(s).Stack.Base.Start = 6 },
		"below 0":            func(s *storedTenant) { tablet(s).Stack.Covered[0].Multi = -1 },
		"is not empty":       func(s *storedTenant) { tablet(s).Stack.Under.Versions = 0 },
		"file 7":             func(s *storedTenant) { tablet(s).Stack.Under.File = 7 },
		"file 1 is":          func(s *storedTenant) { tablet(s).Stack.Under.File = 1 },
		"no layout":          func(s *storedTenant) { tablet(s).Stack.Base.Laid[1] = 0 },
		"from key 2":         func(s *storedTenant) { tablet(s).Stack.Base.Laid[1] = 2 },
		"memtable: a run of": func(s *storedTenant) { tablet(s).Memtables[0].Run.Kind = lsm.Minor },
	} {
		s := exampleTenant()
		change(s)
		_, err := decodeManifest([]byte(encoded(t, s)))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, got %v", want, err)
		}
	}
}

// TestManifestText: texts that are no manifest of this format.
func TestManifestText(t *testing.T) {
	text := encoded(t, exampleTenant())
	for want, changed := range map[string]string{
		"unexpected end":       "",
		"invalid character":    "MANIFEST",
		"format 0":             "{}",
		"format 2":             strings.Replace(text, `"Format": 1`, `"Format": 2, "More": 1`, 1),
		"unknown field":        strings.Replace(text, `"Format"`, `"More": 1, "Format"`, 1),
		"checksum":             strings.Replace(text, `"Commit": 9`, `"Commit": 8`, 1),
		"invalid character 'x": text + "x",
		"cannot unmarshal":     strings.Replace(text, `"Format": 1`, `"Format": "1"`, 1),
		"Wider":                string(sealed([]byte(`{"Wider": 1}`))),
	} {
		_, err := decodeManifest([]byte(changed))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, got %v", want, err)
		}
	}
}

// sealed is a manifest with a right checksum around any tenant.
func sealed(tenant []byte) []byte {
	compact, err := json.Marshal(json.RawMessage(tenant))
	if err != nil {
		return tenant
	}
	text, err := json.Marshal(manifest{manifestFormat, checksum(compact), compact})
	if err != nil {
		return tenant
	}
	return text
}

// FuzzManifest: a manifest, or a tenant inside one, is refused or comes out as it was read.
func FuzzManifest(f *testing.F) {
	whole := encoded(f, exampleTenant())
	tenant, err := json.Marshal(exampleTenant())
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{whole, string(tenant), "{}", "null", `{"Tables":[null]}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, candidate := range [][]byte{text, sealed(text)} {
			stored, err := decodeManifest(candidate)
			if err != nil {
				continue
			}
			back, err := decodeManifest([]byte(encoded(t, stored)))
			if err != nil {
				t.Fatalf("written again: %v", err)
			}
			if a, b := encoded(t, back), encoded(t, stored); a != b {
				t.Fatalf("%s\nwas\n%s", a, b)
			}
		}
	})
}
