package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/readamp/readamp/internal/wholefile"
	"github.com/readamp/readamp/model/tune"
)

// A file of tune --out has a line that says what was swept, and one for each setting forecast, by
// number. Each is a JSON object exactly as this program writes it.

// tuneFirstLine is the first line.
type tuneFirstLine struct {
	Readamp string     `json:"readamp"`
	Tune    tuneHeader `json:"tune"`
	Shard   shard      `json:"shard"`
}

// tuneLineMost bounds a line: a plan has some hundred lines, an outcome takes 600 bytes.
const tuneLineMost = 16 << 20

// save writes what was forecast into a new file.
func (t *tuning) save(path string) error { return wholefile.Write(path, t.writeFile) }

func (t *tuning) writeFile(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(tuneFirstLine{version(), t.tuneHeader, t.Shard}); err != nil {
		return err
	}
	for _, r := range t.results {
		if err := enc.Encode(r); err != nil {
			return err
		}
	}
	return nil
}

// openShard reads the file of a shard.
func openShard(path string) (*tuning, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	return readShard(path, file)
}

// readShard reads a shard; name is that of the file, for errors.
func readShard(name string, r io.Reader) (*tuning, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, tuneLineMost)
	number := 0
	at := func(err error) error { return fmt.Errorf("%s:%d: %w", name, max(number, 1), err) }
	t := &tuning{}
	var wanted []int // numbers of settings
	for lines.Scan() {
		number++
		if number == 1 {
			if err := t.readFirst(lines.Bytes()); err != nil {
				return nil, at(err)
			}
			wanted = t.Shard.numbers(t.Sweep.Count())
			continue
		}
		if len(t.results) == len(wanted) {
			return nil, at(fmt.Errorf("a line more than the %s of this shard",
				counted(len(wanted), "setting")))
		}
		result, err := t.readResult(lines.Bytes(), wanted[len(t.results)])
		if err != nil {
			return nil, at(err)
		}
		t.results = append(t.results, result)
	}
	if err := lines.Err(); err != nil {
		number++
		return nil, at(err)
	}
	if number == 0 {
		return nil, at(fmt.Errorf("empty: not written by tune --out"))
	}
	if missing := len(wanted) - len(t.results); missing > 0 {
		return nil, at(fmt.Errorf("it ends here, and %s missing of this shard",
			plural(missing, "setting is", "settings are")))
	}
	return t, nil
}

// plural writes a number of things with a verb.
func plural(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// readExactly decodes a line and wants it to be what this program would write.
func readExactly(line []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return fmt.Errorf("not written by tune --out: %s",
			strings.TrimPrefix(err.Error(), "json: "))
	}
	var again bytes.Buffer
	enc := json.NewEncoder(&again)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	want := bytes.TrimSuffix(again.Bytes(), []byte("\n"))
	if bytes.Equal(line, want) {
		return nil
	}
	i := 0
	for i < min(len(line), len(want)) && line[i] == want[i] {
		i++
	}
	return fmt.Errorf("not as tune --out writes it, from byte %d on", i+1)
}

// readFirst reads what was swept.
func (t *tuning) readFirst(line []byte) error {
	var first tuneFirstLine
	if err := readExactly(line, &first); err != nil {
		return err
	}
	if first.Readamp != version() {
		return fmt.Errorf("written by readamp %s, this is %s: numbers can differ", first.Readamp,
			version())
	}
	t.tuneHeader, t.Shard = first.Tune, first.Shard
	return t.check()
}

// check looks at what ranking relies on.
func (t *tuning) check() error {
	var axes []string
	for _, a := range t.Sweep {
		axes = append(axes, a.Name+"="+strings.Join(a.Values, ","))
	}
	again, err := tune.ParseSweep(axes)
	sameAxis := func(a, b tune.Axis) bool {
		return a.Name == b.Name && slices.Equal(a.Values, b.Values)
	}
	ofAxis := func(c tune.Change, a tune.Axis) bool { return c.Name == a.Name }
	switch {
	case err != nil:
		return fmt.Errorf("sweep: %w", err)
	case !slices.EqualFunc(again, t.Sweep, sameAxis) || len(again) == 0:
		return fmt.Errorf("sweep: not one of tune")
	case t.Shard.Of < 1 || t.Shard.Of > shardsMost || t.Shard.Part < 0 ||
		t.Shard.Part >= t.Shard.Of:
		return fmt.Errorf("shard %d of %d: there is none", t.Shard.Part, t.Shard.Of)
	case len(t.Workloads) == 0:
		return fmt.Errorf("no workload")
	case !slices.EqualFunc(t.InForce.Setting, t.Sweep, ofAxis) ||
		t.InForce.Number < tune.InForceNumber || t.InForce.Number >= t.Sweep.Count():
		return fmt.Errorf("in_force: not a setting of the sweep's parameters")
	}
	if _, err := tune.ParseObjective(string(t.Rules.Objective)); err != nil {
		return err
	}
	if _, err := t.plan(); err != nil {
		return err
	}
	return t.checkOutcomes(t.InForce.Outcomes)
}

// readResult reads the outcomes of the setting that comes next.
func (t *tuning) readResult(line []byte, number int) (r tune.Result, err error) {
	if err := readExactly(line, &r); err != nil {
		return r, err
	}
	if r.Number != number {
		return r, fmt.Errorf("setting %d, want %d", r.Number, number)
	}
	return r, t.checkOutcomes(r.Outcomes)
}

// checkOutcomes wants one for each workload, with costs above 0.
func (t *tuning) checkOutcomes(list []tune.Outcome) error {
	if len(list) != len(t.Workloads) {
		return fmt.Errorf("%s, want %d, one for each workload", counted(len(list), "outcome"),
			len(t.Workloads))
	}
	for _, o := range list {
		if !(t.Rules.Objective.Of(o.ReadCost) > 0) || o.MergeBytesPerHour < 0 {
			return fmt.Errorf("read cost %g, merges of %g bytes an hour: want costs above 0",
				t.Rules.Objective.Of(o.ReadCost), o.MergeBytesPerHour)
		}
	}
	return nil
}
