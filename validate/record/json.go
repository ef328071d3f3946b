package record

// A line is taken apart in two steps. The standard library checks that it is JSON, so the second
// step, walk, needs no error for grammar and can treat commas and colons as white space. walk notes
// for every value its kind and where its text stands, nothing else: a state line has four thousand
// values, most of which go straight into a struct, and Blank wants the text between them unchanged.
//
// encoding/json alone would not do. It takes the last of two fields with the same name, does not
// tell null from absent, matches names without regard to case, and knows no hints.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"
)

// kind is the kind of a JSON value. The zero kind is that of a value that isn't there.
type kind uint8

const (
	kindMissing kind = iota
	kindNull
	kindBool
	kindNumber
	kindString
	kindList
	kindObject
)

// node is one JSON value of a line. It keeps positions instead of decoded values: Blank copies the
// text between them unchanged, and most of a line's values are decoded once, into their struct.
type node struct {
	key          string // its name, if it is in an object
	start, end   int32  // its text is doc.text[start:end]
	first, count int32  // its members are doc.members[first:first+count]
	kind         kind
}

// doc is a line of JSON taken apart. Its slices are used again for the next line; its text is not,
// because the strings read from it are parts of it.
type doc struct {
	text    string   // the whole line
	pos     int      // where walk is
	values  int      // counted against lineValuesMax
	members []node   // of all lists and objects; those of one are side by side
	open    []node   // members of lists and objects that have not ended yet, innermost last
	asked   []string // names asked for in objects being read, innermost last (see object)
	err     error    // the first thing found wrong
}

// parse takes a line apart. The standard library checks the grammar; walk relies on it.
func (d *doc) parse(line []byte) (value, error) {
	switch {
	case len(line) > LineBytesMax:
		return value{}, errLineTooLong
	case len(bytes.TrimSpace(line)) == 0:
		return value{}, errors.New("empty line")
	case !utf8.Valid(line):
		return value{}, errors.New("not UTF-8")
	case !json.Valid(line):
		return value{}, grammarError(line)
	}
	*d = doc{text: string(line), members: d.members[:0], open: d.open[:0], asked: d.asked[:0]}
	n, err := d.walk(0)
	return value{doc: d, node: n}, err
}

// grammarError says what is wrong with a line that is not JSON.
func grammarError(line []byte) error {
	var raw json.RawMessage
	err := json.Unmarshal(line, &raw)
	at := int64(0)
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		at = syntax.Offset
	}
	return fmt.Errorf("not JSON (byte %d): %w", at, err)
}

// walk returns the value at pos, with all it holds, and moves behind it. It goes as deep as the
// value is nested, which depthMax bounds: the standard library lets ten thousand levels pass.
func (d *doc) walk(depth int) (node, error) {
	if d.values++; d.values > lineValuesMax {
		return node{}, fmt.Errorf("more than %d values in a line", lineValuesMax)
	}
	d.skipSeparators()
	n := node{start: int32(d.pos)}
	var err error
	switch d.text[d.pos] {
	case '{':
		n.kind = kindObject
		err = d.walkMembers(&n, depth)
	case '[':
		n.kind = kindList
		err = d.walkMembers(&n, depth)
	case '"':
		n.kind = kindString
		d.skipString()
	case 'n':
		n.kind = kindNull
		d.skipWord()
	case 't', 'f':
		n.kind = kindBool
		d.skipWord()
	default:
		n.kind = kindNumber
		d.skipWord()
	}
	n.end = int32(d.pos)
	return n, err
}

// walkMembers collects the members of the list or object at pos. Those of one holder must end up
// side by side, though members of its members are met in between: they wait in open until the
// holder ends.
func (d *doc) walkMembers(n *node, depth int) error {
	if depth == depthMax {
		return fmt.Errorf("nested deeper than %d", depthMax)
	}
	base := len(d.open)
	d.pos++
	for d.skipSeparators(); d.text[d.pos] != '}' && d.text[d.pos] != ']'; d.skipSeparators() {
		key := ""
		if n.kind == kindObject {
			start := d.pos
			d.skipString()
			key = unquote(d.text[start:d.pos])
		}
		m, err := d.walk(depth + 1)
		if err != nil {
			return err
		}
		m.key = key
		d.open = append(d.open, m)
	}
	d.pos++
	n.first, n.count = int32(len(d.members)), int32(len(d.open)-base)
	d.members = append(d.members, d.open[base:]...)
	d.open = d.open[:base]
	if n.kind == kindObject {
		return checkNamesDiffer(d.members[n.first:])
	}
	return nil
}

// skipSeparators skips white space, commas and colons, which say nothing in JSON known to be valid.
func (d *doc) skipSeparators() {
	for d.pos < len(d.text) {
		switch d.text[d.pos] {
		case ' ', '\t', '\r', '\n', ',', ':':
			d.pos++
		default:
			return
		}
	}
}

// skipString skips the string that starts at pos. Whatever a backslash stands before, an end quote
// or a u and four digits, the one byte after it does not end the string.
func (d *doc) skipString() {
	for d.pos++; d.text[d.pos] != '"'; d.pos++ {
		if d.text[d.pos] == '\\' {
			d.pos++
		}
	}
	d.pos++
}

// skipWord skips a number, true, false or null.
func (d *doc) skipWord() {
	for d.pos < len(d.text) {
		switch d.text[d.pos] {
		case ' ', '\t', '\r', '\n', ',', ']', '}':
			return
		}
		d.pos++
	}
}

// pairsMax is how many names are compared pair by pair: up to about here that is faster than a map,
// and all objects with fixed names are smaller.
const pairsMax = 32

// checkNamesDiffer refuses an object with the same name twice, of which readers take one or the
// other.
func checkNamesDiffer(members []node) error {
	if len(members) > pairsMax {
		seen := make(map[string]bool, len(members))
		for i := range members {
			if key := members[i].key; seen[key] {
				return fmt.Errorf("field %q twice", shown(key))
			}
			seen[members[i].key] = true
		}
		return nil
	}
	for i := range members {
		for j := range i {
			if members[i].key == members[j].key {
				return fmt.Errorf("field %q twice", shown(members[i].key))
			}
		}
	}
	return nil
}
