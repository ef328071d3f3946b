package record

import (
	"errors"
	"io/fs"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"
)

var testAbout = About{
	Readamp: "1.0.0", Command: []string{"readamp", "run", "--seed", "7"},
	Options: map[string]string{"threads": "8", "filter": "<&>"}, Target: "embedded",
	Seed: math.MaxUint64, Protocol: "ladder", Engine: "5.7.25-OceanBase seekdb-v1.2.0.0",
	Machine: Machine{OS: "linux", Arch: "amd64", Cores: 2, CPU: "A 1", Go: "go1.26.0"},
	Started: time.Date(2026, 12, 1, 10, 30, 0, 500_000_000, time.UTC),
}

const testAboutText = `{
  "run": 1,
  "readamp": "1.0.0",
  "command": [
    "readamp",
    "run",
    "--seed",
    "7"
  ],
  "options": {
    "filter": "<&>",
    "threads": "8"
  },
  "target": "embedded",
  "seed": 18446744073709551615,
  "protocol": "ladder",
  "engine": "5.7.25-OceanBase seekdb-v1.2.0.0",
  "machine": {
    "os": "linux",
    "arch": "amd64",
    "cores": 2,
    "cpu": "A 1",
    "go": "go1.26.0"
  },
  "started": "2026-12-01T10:30:00.5Z"
}
`

// TestAbout writes and reads how a run was made.
func TestAbout(t *testing.T) {
	text, err := testAbout.text()
	if err != nil || string(text) != testAboutText {
		t.Errorf("got %s, %v", text, err)
	}
	read, err := ReadAbout("f", strings.NewReader(testAboutText))
	if err != nil || !reflect.DeepEqual(*read, testAbout) {
		t.Errorf("got  %+v, %v\nwant %+v", read, err, testAbout)
	}
	if _, err := OpenAbout(ladder); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a recorded run: got %v", err)
	}
}

// TestAboutRefusesEmpty leaves out one field after another. Only some may be empty.
func TestAboutRefusesEmpty(t *testing.T) {
	optional := map[string]bool{"Options": true, "Seed": true, "CPU": true}
	fields := func(of func(*About) reflect.Value) {
		for i := range of(&About{}).NumField() {
			about := testAbout
			name := of(&about).Type().Field(i).Name
			of(&about).Field(i).SetZero()
			text, err := about.text()
			if (err == nil) != optional[name] {
				t.Errorf("without %s: %s, %v", name, text, err)
			}
		}
	}
	fields(func(a *About) reflect.Value { return reflect.ValueOf(a).Elem() })
	fields(func(a *About) reflect.Value { return reflect.ValueOf(&a.Machine).Elem() })
}

// TestAboutZone writes a moment of any time zone in UTC.
func TestAboutZone(t *testing.T) {
	about := testAbout
	about.Started = about.Started.In(time.FixedZone("", 8*3600))
	if text, err := about.text(); err != nil || string(text) != testAboutText {
		t.Errorf("got %s, %v", text, err)
	}
}

func TestReadAboutRefuses(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{testAboutText, "", "f: empty file"},
		{testAboutText, "[]", "f: want an object, have []"},
		{"}\n", "", "f: not JSON (byte 445): unexpected end of JSON input"},
		{`"run": 1`, `"run": 2`, "f: run format 2: this program reads format 1"},
		{`"run": 1,`, ``, `f: missing field "run"`},
		{`"seed"`, `"sede"`, `f: unknown field "sede"; did you mean seed?`},
		{`"cores"`, `"core"`, `f: unknown field "machine.core"; did you mean cores?`},
		{`"go1.26.0"`, `"go1.26.0", "gc": 1`, `f: unknown field "machine.gc"; did you mean go?`},
		{`"cores": 2`, `"cores": 0`, `f: field "machine.cores": 0 is outside 1 to 100000`},
		{`"1.0.0"`, `""`, `f: field "readamp": is empty`},
		{`18446744073709551615`, `18446744073709551616`, `f: field "seed": want a whole number ` +
			`from 0 to 18446744073709551615, have 18446744073709551616`},
		{`18446744073709551615`, `"7"`, `f: field "seed": want a whole number, have "7"`},
		{`10:30:00.5Z`, `10:30:00+08:00`, `f: field "started": want a time as ` +
			`2026-12-01T10:30:00Z, have "2026-12-01T10:30:00+08:00"`},
		{`2026-12-01T`, `1926-12-01T`, `f: field "started": 1926-12-01T10:30:00.5Z is before 1970`},
		{`"2026-12-01T10:30:00.5Z"`, `1`, `f: field "started": want a string, have 1`},
	} {
		text := strings.Replace(testAboutText, c.old, c.new, 1)
		_, err := ReadAbout("f", strings.NewReader(text))
		if err == nil || err.Error() != c.want {
			t.Errorf("%s:\ngot  %v\nwant %s", c.new, err, c.want)
		}
	}
	_, err := ReadAbout("f", brokenReader{strings.NewReader("{")})
	if !errors.Is(err, errBroken) {
		t.Errorf("got %v", err)
	}
}

func FuzzReadAbout(f *testing.F) {
	f.Add(testAboutText)
	f.Add(strings.Replace(testAboutText, `"A 1"`, "null", 1))
	f.Fuzz(func(t *testing.T, text string) {
		about, err := ReadAbout("f", strings.NewReader(text))
		if err != nil {
			return
		}
		again, err := about.text()
		if err != nil {
			t.Fatalf("reads, but %v", err)
		}
		if reread, err := ReadAbout("f", strings.NewReader(string(again))); err != nil ||
			!reflect.DeepEqual(about, reread) {
			t.Errorf("got %+v, want %+v (%v)", reread, about, err)
		}
	})
}
