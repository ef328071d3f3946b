package record

// Reading a line is asking for its fields: o.need("ids").str(), o.maybe("qps").number(hi). What
// must be there, what may be missing, its type and its range are so said once, at the place where
// the value goes. Two things make that safe. The first thing found wrong is kept in doc.err, and
// everything asked for after it is zero, so the caller looks at doc.err once, at the end. And an
// object knows what it was asked for: done turns any other field into an error, with the nearest of
// the names asked for as the hint.

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// value is a JSON value being read. Its methods ask for one type. They return the zero value and
// note an error if it is of another, and the zero value without complaint if it is missing: need
// has complained then, or maybe has allowed it.
type value struct {
	doc   *doc
	node  node
	up    *value // what holds it; nil for the line itself
	index int    // its place, if that is a list
}

// given reports whether there is a value.
func (v value) given() bool { return v.node.kind != kindMissing }

// text returns the value as it stands in the line.
func (v value) text() string { return v.doc.text[v.node.start:v.node.end] }

// members returns what the list or object holds.
func (v value) members() []node {
	return v.doc.members[v.node.first : v.node.first+v.node.count]
}

// path names the value for a message, as in seen[2].rows. It is put together only when there is
// something to say.
func (v value) path() string {
	switch {
	case v.up == nil:
		return ""
	case v.up.node.kind == kindList:
		return fmt.Sprintf("%s[%d]", v.up.path(), v.index)
	case v.up.up == nil:
		return v.node.key
	}
	return v.up.path() + "." + v.node.key
}

// fail notes what is wrong with the value, unless something before it was.
func (v value) fail(err error) {
	switch path := v.path(); {
	case v.doc.err != nil:
	case path == "":
		v.doc.err = err
	default:
		v.doc.err = fmt.Errorf("field %q: %w", shown(path), err)
	}
}

// is reports whether the value is of kind k, and fails if it is there but isn't.
func (v value) is(k kind, want string) bool {
	if v.given() && v.node.kind != k {
		v.fail(fmt.Errorf("want %s, have %s", want, shown(v.text())))
	}
	return v.node.kind == k
}

// str returns a string, decoded.
func (v value) str() string {
	if !v.is(kindString, "a string") {
		return ""
	}
	return unquote(v.text())
}

// boolean returns true or false.
func (v value) boolean() bool {
	return v.is(kindBool, "true or false") && v.text() == "true"
}

// integer returns a whole number from lo to hi. 1.0 and 1e3 are none: no counter is written so.
func (v value) integer(lo, hi int64) int64 {
	if !v.is(kindNumber, "a whole number") {
		return 0
	}
	n, err := strconv.ParseInt(v.text(), 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange) || err == nil && (n < lo || n > hi):
		v.fail(fmt.Errorf("%s is outside %d to %d", shown(v.text()), lo, hi))
	case err != nil:
		v.fail(fmt.Errorf("want a whole number, have %s", shown(v.text())))
	default:
		return n
	}
	return 0
}

// number returns a number from 0 to hi. Nothing in a record is negative.
func (v value) number(hi float64) float64 {
	if !v.is(kindNumber, "a number") {
		return 0
	}
	x, err := strconv.ParseFloat(v.text(), 64)
	switch {
	case x < 0:
		v.fail(fmt.Errorf("%s is below 0", shown(v.text())))
	case err != nil || x > hi: // the only error of a JSON number is to be too large
		v.fail(fmt.Errorf("%s is above %g", shown(v.text()), hi))
	default:
		return x
	}
	return 0
}

// oneOf returns a string that is one of the words, or "". what names the sort of word in the error.
func (v value) oneOf(what string, words []string) string {
	s := v.str()
	if slices.Contains(words, s) {
		return s
	}
	if v.node.kind == kindString {
		v.fail(fmt.Errorf("unknown %s %q%s", what, shown(s), hint(s, words)))
	}
	return ""
}

// list hands every element to each.
func (v value) list(each func(value)) {
	if !v.is(kindList, "a list") {
		return
	}
	for i, n := range v.members() {
		each(value{doc: v.doc, node: n, up: &v, index: i})
	}
}

// entries hands every member of an object whose names are free to each.
func (v value) entries(each func(name string, member value)) {
	if !v.is(kindObject, "an object") {
		return
	}
	for _, n := range v.members() {
		each(n.key, value{doc: v.doc, node: n, up: &v})
	}
}

// strs returns a list of strings; nil if there are none.
func (v value) strs() []string {
	var list []string
	v.list(func(e value) { list = append(list, e.str()) })
	return list
}

// params returns an object of strings, which is how the server gives parameters.
func (v value) params() map[string]string {
	m := make(map[string]string, v.node.count)
	v.entries(func(name string, e value) { m[name] = e.str() })
	return m
}

// member returns the member called name; missing if there is none, or v is no object.
func member(v value, name string) value {
	for _, n := range membersNamed(v, []string{name}) {
		return value{doc: v.doc, node: n, up: &v}
	}
	return value{doc: v.doc}
}

// membersNamed returns the members called one of the names, in the order of the line.
func membersNamed(v value, names []string) []node {
	var list []node
	if v.node.kind == kindObject {
		for _, n := range v.members() {
			if slices.Contains(names, n.key) {
				list = append(list, n)
			}
		}
	}
	return list
}

// unquote decodes a JSON string known to be valid.
func unquote(text string) string {
	if strings.IndexByte(text, '\\') < 0 {
		return text[1 : len(text)-1]
	}
	var s string
	_ = json.Unmarshal([]byte(text), &s) // valid, so the worst is half a surrogate pair: U+FFFD
	return s
}

// object is an object whose names are fixed.
type object struct {
	value
	base int    // doc.asked[base:] are the names asked for here
	used uint64 // bit i: member i was asked for
	next int    // where the next name is likely to be: fields come in the same order every time
}

// object starts reading v as an object with fixed names. done ends it, before its holder's next
// field is asked for.
func (v value) object() *object {
	v.is(kindObject, "an object")
	return &object{value: v, base: len(v.doc.asked)}
}

// find returns the member called name. It looks first behind the one found last.
func (o *object) find(name string) value {
	o.doc.asked = append(o.doc.asked, name)
	if o.node.kind != kindObject {
		return value{doc: o.doc}
	}
	members := o.members()
	for range members {
		i := o.next % len(members)
		o.next = i + 1
		if members[i].key == name {
			o.used |= 1 << i // no object with fixed names has 64; done looks closer
			return value{doc: o.doc, node: members[i], up: &o.value}
		}
	}
	return value{doc: o.doc}
}

// need returns the field called name, and notes an error if it isn't there. It may be null, which
// is then of the wrong type for whatever it is asked to be.
func (o *object) need(name string) value {
	v := o.find(name)
	if !v.given() && o.doc.err == nil {
		missing := value{doc: o.doc, node: node{key: name}, up: &o.value}
		o.doc.err = fmt.Errorf("missing field %q", missing.path())
	}
	return v
}

// maybe returns the field called name; missing if it isn't there or is null.
func (o *object) maybe(name string) value {
	v := o.find(name)
	if v.node.kind == kindNull {
		return value{doc: o.doc}
	}
	return v
}

// done ends the object. A field nobody asked for is the first thing to say: it is often the
// misspelt name of one that is missing.
func (o *object) done() {
	d := o.doc
	asked := d.asked[o.base:]
	d.asked = d.asked[:o.base]
	if o.node.kind != kindObject || bits.OnesCount64(o.used) == int(o.node.count) {
		return
	}
	for _, m := range o.members() {
		if slices.Contains(asked, m.key) {
			continue
		}
		unknown := value{doc: d, node: m, up: &o.value}
		d.err = fmt.Errorf("unknown field %q%s", shown(unknown.path()), hint(m.key, asked))
		return
	}
}

// nullable returns the whole number in a field that must be there, or nil if it is null.
func (o *object) nullable(name string) *int64 {
	v := o.need(name)
	if !v.given() || v.node.kind == kindNull {
		return nil
	}
	n := v.integer(0, math.MaxInt64)
	return &n
}
