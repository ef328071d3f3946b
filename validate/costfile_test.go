package validate

import (
	"bytes"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/readamp/readamp/validate/record"
)

// storedCost is a cost file as it is written.
const storedCost = `{
  "readamp": "v1",
  "cost": 2,
  "runs": [
    {
      "run": "ladder",
      "engine": "5.7.25-OceanBase seekdb-v1.2.0.0",
      "cores": 2,
      "threads": 2,
      "rand_type": "uniform",
      "options": "--skip-trx=on"
    }
  ],
  "constant": {
    "get": 0.5,
    "range": 1
  },
  "unit": {
    "fast_row": 0.001,
    "memtable_row": 0.004,
    "open": 0.1,
    "probe": 0.1,
    "slow_row": 0.002
  },
  "server": 0.8,
  "client": {
    "oltp_point_select": 0.1,
    "oltp_read_only": 0.2,
    "oltp_read_write": 0.3
  },
  "reference_cpu_us": 200,
  "reference_qps": 50,
  "unidentified": null,
  "rows_line": null
}
`

// TestCostFile writes a cost model, in the form of this file, and reads it back.
func TestCostFile(t *testing.T) {
	run := handRun(t, handMajor)
	run.Dir = "runs/ladder"
	file := NewCostFile("v1", []*record.Run{run}, handCost())
	var out bytes.Buffer
	if err := file.Write(&out); err != nil {
		t.Fatal(err)
	}
	if out.String() != storedCost {
		t.Errorf("got\n%s\nwant\n%s", out.String(), storedCost)
	}
	path := filepath.Join(t.TempDir(), "cost.json")
	if err := os.WriteFile(path, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	read, err := OpenCost(path)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(read, file) {
		t.Errorf("wrote %+v, read %+v", file, read)
	}
	if _, err := OpenCost(path + ".none"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

// TestCostFileDigits: numbers come back to the last bit.
func TestCostFileDigits(t *testing.T) {
	cost := handCost()
	cost.Server = math.Nextafter(1./3, 1)
	cost.Unit["open"] = math.SmallestNonzeroFloat64
	cost.Client["oltp_read_only"] = 123456789.123456789
	file := NewCostFile("<v&1>", nil, cost)
	var out bytes.Buffer
	if err := file.Write(&out); err != nil {
		t.Fatal(err)
	}
	read, err := ReadCost("f", &out)
	if err != nil || !reflect.DeepEqual(read, file) {
		t.Errorf("wrote %+v, read %+v (%v)", file, read, err)
	}
}

// TestFittedTo: a run is known by its folder's name and its load.
func TestFittedTo(t *testing.T) {
	run := handRun(t, handMajor)
	run.Dir = "runs/ladder"
	c := NewCostFile("v1", []*record.Run{run}, handCost())
	moved, renamed, other := *run, *run, handRunOf(t, strings.Replace(handConfig, `"threads":2`,
		`"threads":8`, 1))
	moved.Dir, renamed.Dir, other.Dir = "elsewhere/ladder", "runs/ladder2", "runs/ladder"
	for _, tc := range []struct {
		run  *record.Run
		want bool
	}{{run, true}, {&moved, true}, {&renamed, false}, {other, false}} {
		if got := c.FittedTo(tc.run); got != tc.want {
			t.Errorf("%s, %d threads: %v", tc.run.Dir, tc.run.Config().Threads, got)
		}
	}
}

// TestReadCostErrors names file, line and what is wrong there.
func TestReadCostErrors(t *testing.T) {
	change := func(from, to string) string {
		if !strings.Contains(storedCost, from) {
			t.Fatalf("no %q in the file", from)
		}
		return strings.Replace(storedCost, from, to, 1)
	}
	cases := []struct{ name, text, want string }{
		{"empty", "", "f:1: empty, not a cost file"},
		{"blank", " \n\n", "f:1: empty, not a cost file"},
		{"a list", "[]", "f:1: json: cannot unmarshal array"},
		{"no JSON", "cost", "f:1: invalid character 'c'"},
		{"cut", storedCost[:strings.Index(storedCost, `"range"`)], "f:16: unexpected EOF"},
		{"no comma", change(`0.5,`, `0.5`), "f:16: invalid character '\"'"},
		{"type", change("0.8", `"much"`), "f:25: json: cannot unmarshal string"},
		{"fraction", change(`"cores": 2`, `"cores": 2.5`), "f:8: json: cannot unmarshal number"},
		{"too large", change("0.8", "1e999"), "f:25: json: cannot unmarshal number 1e999"},
		{"unknown", change(`"server"`, `"sever"`), `f:25: json: unknown field "sever"`},
		{"unknown inside", change(`"threads"`, `"treads"`), `f:9: json: unknown field "treads"`},
		{"two", storedCost + "{}", "f:36: more than one object"},
		{"format", change(`"cost": 2`, `"cost": 1`),
			"f:3: a cost file of format 1, this version reads format 2: calibrate again"},
		{"no format", change(`"cost": 2,`, ""), "f:1: not a cost file of format 2"},
		{"scale", change(`"constant"`, `"scale": {"cpu": 0, "qps": 1}, "constant"`),
			"f:1: scale: cpu and qps are factors above 0"},
		{"negative", change("0.004", "-0.004"),
			"f:1: model: unit memtable_row is -0.004, want a number >= 0"},
		{"unit", change(`"open"`, `"table"`), "f:1: model: unit table is no term"},
		{"server missing", change(`"server": 0.8,`, ""),
			"f:1: model: constant, client and server are needed"},
		{"a trace", `{"trace":1,"name":"n"}`, `f:1: json: unknown field "trace"`},
		{"long", "[" + strings.Repeat(" ", costBytesMax), "f:1: longer than 1048576 bytes"},
	}
	for _, c := range cases {
		got, err := ReadCost("f", strings.NewReader(c.text))
		if got != nil || err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
	broken := errors.New("disk on fire")
	_, err := ReadCost("f", iotest.ErrReader(broken))
	if !errors.Is(err, broken) || !strings.HasPrefix(err.Error(), "f: ") {
		t.Errorf("got %v", err)
	}
}

// FuzzReadCost: whatever the bytes, there is a usable cost model that is written as it was read,
// or an error that begins with the place.
func FuzzReadCost(f *testing.F) {
	for _, text := range []string{"", "{}", `{"cost":2}`, storedCost, "[1]", "{\n\"cost\":\n1,}",
		storedCost + "\nnull", strings.Replace(storedCost, "0.8", "-1e-300", 1),
		strings.Replace(storedCost, "\"client\"", "\"Client\"", 1),
		strings.Replace(storedCost, `"server"`, `"covariance":{"names":["get"],"matrix":[1e-4]},`+
			`"intervals":{"unit":{"open":{"low":0,"high":1}}},"left_out":{"run":null},`+
			`"scale":{"cpu":1,"qps":2,"runs":[]},"server"`, 1)} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := ReadCost("f", bytes.NewReader(data))
		if err != nil {
			var line int
			rest, _ := strings.CutPrefix(err.Error(), "f:")
			digits, _, ok := strings.Cut(rest, ": ")
			for _, r := range digits {
				line = min(10*line+int(r-'0'), costBytesMax)
			}
			if lines := 1 + bytes.Count(data, []byte("\n")); !ok || line < 1 || line > lines {
				t.Errorf("%q: line %d of %d", err, line, lines)
			}
			return
		}
		var out bytes.Buffer
		if err := c.Write(&out); err != nil {
			t.Fatal(err)
		}
		again, err := ReadCost("f", &out)
		if err != nil || !reflect.DeepEqual(again, c) {
			t.Errorf("read %+v, written and read %+v (%v)", c, again, err)
		}
	})
}
