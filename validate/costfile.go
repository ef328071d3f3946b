package validate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/readamp/readamp/model"
	"github.com/readamp/readamp/validate/record"
)

// CostFile is a fitted cost model and where it comes from, as stored.
type CostFile struct {
	Readamp string `json:"readamp"`
	// Format is the version of this format: 2.
	Format int `json:"cost"`
	// Runs are the runs it was fitted to.
	Runs []CostRun `json:"runs"`
	// Scale says how the costs were moved to another machine; nil if they were not.
	Scale *CostScale `json:"scale,omitempty"`
	model.Cost
}

// CostRun says what a cost model was fitted to.
type CostRun struct {
	Run      string `json:"run"`
	Engine   string `json:"engine"`
	Cores    int    `json:"cores"`
	Threads  int    `json:"threads"`
	RandType string `json:"rand_type"`
	Options  string `json:"options"` // sysbench's, as on its command line
}

// costFormat is the format version written and read.
const costFormat = 2

// costBytesMax bounds a cost file.
const costBytesMax = 1 << 20

// OpenCost reads a cost file.
func OpenCost(path string) (*CostFile, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	return ReadCost(path, f)
}

// ReadCost reads a cost file; name stands for it in errors, which are "file:line: what".
func ReadCost(name string, r io.Reader) (*CostFile, error) {
	data, err := io.ReadAll(io.LimitReader(r, costBytesMax+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(data) > costBytesMax {
		return nil, fmt.Errorf("%s:1: longer than %d bytes", name, costBytesMax)
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, fmt.Errorf("%s:1: empty, not a cost file", name)
	}
	if err := checkFormat(name, data); err != nil {
		return nil, err
	}
	var c CostFile
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&c); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, lineOf(data, err), err)
	}
	if _, err := decoder.Token(); err != io.EOF {
		line := lineAt(data, decoder.InputOffset())
		return nil, fmt.Errorf("%s:%d: more than one object", name, line)
	}
	if c.Format != costFormat {
		return nil, fmt.Errorf("%s:1: not a cost file of format %d", name, costFormat)
	}
	if err := errors.Join(c.Validate(), c.Scale.validate()); err != nil {
		return nil, fmt.Errorf("%s:1: %w", name, err)
	}
	return &c, nil
}

// checkFormat refuses cost files of other formats, whose fields may be others. Whatever else is
// wrong is found by the strict reading.
func checkFormat(name string, data []byte) error {
	var head struct {
		Format int `json:"cost"`
	}
	if json.Unmarshal(data, &head) == nil && head.Format != 0 && head.Format != costFormat {
		return fmt.Errorf("%s:%d: a cost file of format %d, this version reads format %d: "+
			"calibrate again", name, lineAt(data, int64(bytes.Index(data, []byte(`"cost"`)))),
			head.Format, costFormat)
	}
	return nil
}

// lineOf is the line an error of the decoder is about: the last one if the file just ends.
func lineOf(data []byte, err error) int {
	var syntax *json.SyntaxError
	var wrongType *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return lineAt(data, syntax.Offset)
	case errors.As(err, &wrongType):
		return lineAt(data, wrongType.Offset)
	}
	if _, field, found := strings.Cut(err.Error(), "unknown field "); found {
		return lineAt(data, int64(bytes.Index(data, []byte(field))))
	}
	return lineAt(data, int64(len(bytes.TrimRight(data, "\n"))))
}

func lineAt(data []byte, offset int64) int {
	return 1 + bytes.Count(data[:max(0, min(offset, int64(len(data))))], []byte("\n"))
}

// Write writes the file.
func (c *CostFile) Write(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(c)
}

// NewCostFile says of a cost model where it comes from.
func NewCostFile(version string, runs []*record.Run, cost *model.Cost) *CostFile {
	c := &CostFile{Readamp: version, Format: costFormat, Cost: *cost, Runs: []CostRun{}}
	for _, run := range runs {
		c.Runs = append(c.Runs, costRun(run))
	}
	return c
}

func costRun(run *record.Run) CostRun {
	config := run.Config()
	return CostRun{Run: filepath.Base(runName(run)), Engine: config.Engine, Cores: config.Cores,
		Threads: config.Threads, RandType: config.RandType,
		Options: strings.Join(config.Options, " ")}
}

// FittedTo says whether a run is among those the costs were fitted to, by its name and load.
func (c *CostFile) FittedTo(run *record.Run) bool { return slices.Contains(c.Runs, costRun(run)) }
