package main

import (
	"os"
	"path/filepath"

	"github.com/readamp/readamp/plots"
)

// namedFigure is a figure and the name of its files.
type namedFigure struct {
	name   string
	figure plots.Figure
}

// saveFigures writes figures into a folder, where earlier ones give way, and says so.
func saveFigures(e env, dir string, figures []namedFigure) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, f := range figures {
		if err := f.figure.Save(dir, f.name); err != nil {
			return err
		}
		e.remark("figure %s.svg, .png, numbers in .csv", filepath.Join(dir, f.name))
	}
	return nil
}
