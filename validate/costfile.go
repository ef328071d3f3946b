package validate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/readamp/readamp/model"
	"github.com/readamp/readamp/validate/record"
)

// CostFile is a fitted cost model and where it comes from, as stored.
type CostFile struct {
	Readamp string `json:"readamp"`
	// Format is the version of this format: 1.
	Format int `json:"cost"`
	// Runs are the runs it was fitted to.
	Runs []CostRun `json:"runs"`
	model.Cost
}

// CostRun says what a cost model was fitted to.
type CostRun struct {
	Run      string `json:"run"`
	Engine   string `json:"engine"`
	Cores    int    `json:"cores"`
	Threads  int    `json:"threads"`
	RandType string `json:"rand_type"`
}

// costFormat is the format version written and read.
const costFormat = 1

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
	var c CostFile
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&c); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, lineOf(data, decoder, err), err)
	}
	if _, err := decoder.Token(); err != io.EOF {
		line := lineAt(data, decoder.InputOffset())
		return nil, fmt.Errorf("%s:%d: more than one object", name, line)
	}
	if c.Format != costFormat {
		return nil, fmt.Errorf("%s:1: not a cost file of format %d", name, costFormat)
	}
	if err := c.Validate(); err != nil {
		return nil, fmt.Errorf("%s:1: %w", name, err)
	}
	return &c, nil
}

// lineOf is the line an error of the decoder is about.
func lineOf(data []byte, decoder *json.Decoder, err error) int {
	var syntax *json.SyntaxError
	var wrongType *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return lineAt(data, syntax.Offset)
	case errors.As(err, &wrongType):
		return lineAt(data, wrongType.Offset)
	}
	return lineAt(data, decoder.InputOffset())
}

func lineAt(data []byte, offset int64) int {
	return 1 + bytes.Count(data[:min(offset, int64(len(data)))], []byte("\n"))
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
		config := run.Config()
		c.Runs = append(c.Runs, CostRun{Run: filepath.Base(runName(run)), Engine: config.Engine,
			Cores: config.Cores, Threads: config.Threads, RandType: config.RandType})
	}
	return c
}
