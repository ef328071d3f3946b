package importers

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
)

// want are the parameters of every dump of TestForms, apart from lines.
var want = []Parameter{{Name: "minor_compact_trigger", Value: "2"},
	{Name: "memory_limit", Value: "6G"}, {Name: "enable_sql_audit", Value: "True"},
	{Name: "default_row_format", Value: ""}}

// forms are the same parameters as clients print them and as people write them.
var forms = map[string]string{
	"tabs": "zone\tsvr_ip\tname\tdata_type\tvalue\tinfo\n" +
		"zone1\t10.0.0.1\tminor_compact_trigger\tINT\t2\tthe number of minis, a=b # c\n" +
		"zone1\t10.0.0.1\tmemory_limit\tCAPACITY\t6G\tRange: [1G, ∞)\n" +
		"zone1\t10.0.0.1\tenable_sql_audit\tBOOL\tTrue\t\n" +
		"zone1\t10.0.0.1\tdefault_row_format\tSTRING\t\t\n",
	"two servers": "name\tvalue\nminor_compact_trigger\t2\nmemory_limit\t6G\n" +
		"enable_sql_audit\tTrue\ndefault_row_format\t\n" +
		"name\tvalue\nminor_compact_trigger\t2\nenable_sql_audit\ttrue\n",
	"table": `obclient [oceanbase]> SHOW PARAMETERS;
+-------+-----------------------+-------+---------+
| zone  | name                  | value | info    |
+-------+-----------------------+-------+---------+
| zone1 | minor_compact_trigger | 2     | a|b     |
| zone1 | memory_limit          | 6G    | [1G, ∞) |
| zone1 | enable_sql_audit      | True  |         |
| zone1 | default_row_format    |       |         |
+-------+-----------------------+-------+---------+
4 rows in set (0.012 sec)
`,
	"vertical": `*************************** 1. row ***************************
      zone: zone1
    svr_ip: 10.0.0.1
      name: minor_compact_trigger
 data_type: INT
     value: 2
      info: the number of minis
value: 7 in a second line of info
*************************** 2. row ***************************
      name: memory_limit
     value: 6G
      info: Range: [1G, ∞)
*************************** 3. row ***************************
      NAME: enable_sql_audit
     VALUE: True
*************************** 4. row ***************************
      name: default_row_format
     value:
4 rows in set (0.01 sec)
`,
	"lines": `# of tonight
minor_compact_trigger=2
  MEMORY_LIMIT = '6G'  # was 4G
enable_sql_audit = True # on

default_row_format=""
minor_compact_trigger = "2" # again
`,
}

func TestForms(t *testing.T) {
	for name, text := range forms {
		for _, ending := range []string{"\n", "\r\n"} {
			got, err := Parameters("f", strings.NewReader(strings.ReplaceAll(text, "\n", ending)))
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			for i := range got {
				if !strings.Contains(strings.ToLower(strings.Split(text, "\n")[got[i].Line-1]),
					strings.ToLower(got[i].Value)) {
					t.Errorf("%s: %v is not in that line", name, got[i])
				}
				got[i].Line = 0
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %v, want %v", name, got, want)
			}
		}
	}
}

// TestNothing: a file without parameters is one with none.
func TestNothing(t *testing.T) {
	for _, text := range []string{"", "\n\n", "# none\n", "name\tvalue\n",
		"0 rows in set\n"} {
		if got, err := Parameters("f", strings.NewReader(text)); err != nil || len(got) != 0 {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
}

func TestParameterErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"a=1\nb=2\n\na=3\n", "f:4: a is 3 here and 1 in line 1"},
		{"name\tvalue\na\t1\nA\t2\n", "f:3: a is 2 here and 1 in line 2"},
		{"*** 1. row ***\nname: a\nvalue: 1\n*** 2. row ***\nname: a\nvalue: 2\n",
			"f:6: a is 2 here and 1 in line 3"},
		{"*** 1. row ***\nname: a\n*** 2. row ***\nname: b\nvalue: 1\n", "f:1: a has no value"},
		{"*** 1. row ***\nzone: a\nvalue: 1\n",
			"f:3: a row without name: this is not SHOW PARAMETERS"},
		{"zone\tname\tvalue\nzone1\ta\n", "f:2: 2 columns, the header has more"},
		{"| name | value |\n| a |\n", ""}, // the bar at the end makes three columns: an empty value
		{"name\tvalue\n\t1\n", "f:2: a parameter without name"},
		{"hello\n", `f:1: "hello" is neither name=value nor of SHOW PARAMETERS`},
		{"set a = 1\n", `f:1: "set a = 1" is neither name=value nor of SHOW PARAMETERS`},
		{"=1\n", `f:1: "=1" is neither name=value nor of SHOW PARAMETERS`},
		{"a='1\n", `f:1: a: no ' after "1"`},
		{"a='1' 2\n", `f:1: a: "2" after the value`},
		{"ERROR 1227 (42501): Access denied\n",
			"f:1: the client reported an error: ERROR 1227 (42501): Access denied"},
		{"a=1\n" + strings.Repeat("b", lineMax+1), fmt.Sprintf("f:2: longer than %d bytes",
			lineMax)},
	} {
		_, err := Parameters("f", strings.NewReader(c.text))
		if c.want == "" && err != nil || c.want != "" && (err == nil || err.Error() != c.want) {
			t.Errorf("%.60q: %v, want %s", c.text, err, c.want)
		}
	}
}

// TestParametersBounded: neither an endless file nor one that can't be read goes on.
func TestParametersBounded(t *testing.T) {
	if _, err := Parameters("f", endless{}); err == nil ||
		err.Error() != fmt.Sprintf("f: longer than %d bytes", bytesMax) {
		t.Error(err)
	}
	broken := errors.New("disk")
	if _, err := Parameters("f", iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Error(err)
	}
}

// endless is a file of comments without end.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = "#\n"[i%2]
	}
	return len(p), nil
}

var _ io.Reader = endless{}

// FuzzParameters wants names once and in order, with lines that exist, or an error that names one.
func FuzzParameters(f *testing.F) {
	for _, text := range forms {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		list, err := Parameters("f", strings.NewReader(text))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "f:") || len(list) > 0 {
				t.Errorf("%q: %v with %v", text, list, err)
			}
			return
		}
		seen := map[string]bool{}
		line := 0
		for _, p := range list {
			if p.Name == "" || seen[p.Name] || p.Name != strings.ToLower(p.Name) ||
				p.Line < line || p.Line > 1+strings.Count(text, "\n") {
				t.Errorf("%q: %+v", text, p)
			}
			seen[p.Name], line = true, p.Line
		}
	})
}
