package record

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/readamp/readamp/internal/nearest"
)

// OpenState reads one recorded state: of a run's folder, of its file, or of a file that holds state
// lines only. Without a label it is the last one. The config is that of the run, nil if the file
// has none.
func OpenState(path, label string) (*State, *Config, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, err
	}
	if info.IsDir() {
		path = filepath.Join(path, phasesFile)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	return ReadState(path, label, f)
}

// ReadState is OpenState for what was opened; name stands for the file in errors.
func ReadState(name, label string, r io.Reader) (found *State, config *Config, err error) {
	var labels []string
	err = eachLine(name, r, func(_ int, v value) error {
		var e Entry
		e.read(v.object())
		if v.doc.err != nil {
			return v.doc.err
		}
		if e.Config != nil {
			config = e.Config
		}
		if e.State != nil {
			labels = append(labels, e.State.Label)
			if label == "" || e.State.Label == label {
				found = e.State
			}
		}
		return nil
	})
	switch {
	case err != nil:
		return nil, nil, err
	case len(labels) == 0:
		return nil, nil, &LineError{File: name, Msg: "no state line"}
	case found == nil:
		labels = slices.Compact(labels)
		return nil, nil, &LineError{File: name, Msg: fmt.Sprintf("no state %q%s; there are %s",
			label, nearest.Hint(label, labels), strings.Join(labels, ", "))}
	case found.Stacks == nil:
		return nil, nil, &LineError{File: name, Msg: fmt.Sprintf("state %q has no stacks",
			found.Label)}
	}
	return found, config, nil
}
