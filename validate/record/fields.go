package record

// Writing a line is listing its fields in the order of the recordings: the counterpart of object.
// Nothing is checked here. A line that was put together is read again before it goes to a file, so
// what a record may hold is said once, in the readers.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// field is a named value: fields, a list of fields, or what encoding/json writes as it should be
// (a string, a number, a list of them). A nil value is null.
type field struct {
	name  string
	value any
}

// fields is an object. Unlike a map it keeps its order.
type fields []field

// known returns v, or null if it was not measured.
func known(measured bool, v any) any {
	if measured {
		return v
	}
	return nil
}

// inOrder lists the fields of every element; an empty list if there is none.
func inOrder[T any](list []T, each func(T) fields) []fields {
	all := make([]fields, len(list))
	for i, e := range list {
		all[i] = each(e)
	}
	return all
}

// byName makes an object of a map, with its names sorted: a map has no order to keep.
func byName[T any](m map[string]T, each func(T) any) fields {
	var all fields
	for _, name := range slices.Sorted(maps.Keys(m)) {
		all = append(all, field{name, each(m[name])})
	}
	return all
}

// asIs is for byName's plain values.
func asIs[T any](v T) any { return v }

// lineText is a line being put together. The first error is kept.
type lineText struct {
	buf bytes.Buffer
	enc *json.Encoder // into buf
	err error
}

// encode returns an object as JSON in one line, without a line end.
func encode(o fields) ([]byte, error) {
	l := &lineText{}
	l.enc = json.NewEncoder(&l.buf)
	l.enc.SetEscapeHTML(false) // <, > and & are in what sysbench prints, and nothing here is HTML
	l.object(o)
	return l.buf.Bytes(), l.err
}

// object writes an object.
func (l *lineText) object(o fields) {
	l.buf.WriteByte('{')
	for i, f := range o {
		l.separate(i)
		l.scalar(f.name, f.name)
		l.buf.WriteByte(':')
		switch v := f.value.(type) {
		case fields:
			l.object(v)
		case []fields:
			l.list(v)
		default:
			l.scalar(f.name, v)
		}
	}
	l.buf.WriteByte('}')
}

// list writes a list of objects.
func (l *lineText) list(all []fields) {
	l.buf.WriteByte('[')
	for i, o := range all {
		l.separate(i)
		l.object(o)
	}
	l.buf.WriteByte(']')
}

// separate writes the comma before all members but the first.
func (l *lineText) separate(i int) {
	if i > 0 {
		l.buf.WriteByte(',')
	}
}

// scalar writes what has no fields. It fails for NaN and infinity, which JSON does not have.
func (l *lineText) scalar(name string, v any) {
	if err := l.enc.Encode(v); err != nil {
		if l.err == nil {
			l.err = fmt.Errorf("field %q: %w", name, err)
		}
		return
	}
	l.buf.Truncate(l.buf.Len() - 1) // the encoder ends every value with a line end
}
