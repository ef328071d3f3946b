package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/pflag"

	"github.com/readamp/readamp/internal/texttab"
)

// Values of --format. Some commands know more: they say so when they add the flag.
const (
	formatTable = "table"
	formatCSV   = "csv"
	formatJSON  = "json"
)

// addFormatFlag adds --format, stored in p: table, csv, json and whatever more the command writes.
func addFormatFlag(flags *pflag.FlagSet, p *string, more ...string) {
	allowed := append([]string{formatTable, formatCSV, formatJSON}, more...)
	flags.Var(newChoice(p, "format", allowed...), "format", "write the numbers like this")
}

// writeTable writes a table to standard output in the format, table or csv. CSV has no room for
// the notes of a table: they become remarks.
func writeTable(e env, format string, t *texttab.Table) error {
	if format == formatTable {
		return t.WriteText(e.stdout)
	}
	for _, note := range t.Notes() {
		e.remark("note: %s", note)
	}
	return t.WriteCSV(e.stdout)
}

// writeText writes text to standard output, formatted as fmt.Fprintf does.
func writeText(e env, format string, args ...any) error {
	_, err := fmt.Fprintf(e.stdout, format, args...)
	return err
}

// writeJSON writes v, which must encode as an object without a field "readamp", as one object that
// begins with that field, the version of the program. It is indented by two spaces, ends in a
// newline, and leaves <, > and & as they are.
func writeJSON(w io.Writer, v any) error {
	var fields bytes.Buffer
	enc := json.NewEncoder(&fields)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("json: %w", err)
	}
	rest, ok := bytes.CutPrefix(bytes.TrimSpace(fields.Bytes()), []byte("{"))
	if !ok {
		panic(fmt.Sprintf("json: a %T is no object", v))
	}
	head, err := json.Marshal(version())
	if err != nil {
		return fmt.Errorf("json: %w", err)
	}
	object := append([]byte(`{"readamp":`), head...)
	if !bytes.Equal(rest, []byte("}")) {
		object = append(object, ',')
	}
	var out bytes.Buffer
	if err := json.Indent(&out, append(object, rest...), "", "  "); err != nil {
		return fmt.Errorf("json: %w", err)
	}
	out.WriteByte('\n')
	_, err = out.WriteTo(w)
	return err
}
