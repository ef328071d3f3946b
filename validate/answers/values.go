package answers

import (
	"bytes"
	"fmt"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/rows"
	"github.com/readamp/readamp/lsm/workload"
)

// Images of what statements read.
var (
	imageK = lsm.ColumnsImage(1 << workload.ColumnK)
	imageC = lsm.ColumnsImage(1 << workload.ColumnC)
)

// Sysbench's texts are groups of digits with a dash between two (oltp_common.lua:
// c_value_template, pad_value_template).
const (
	groupDigits = 11
	groupBytes  = groupDigits + 1
	cBytes      = 10*groupBytes - 1
	padBytes    = 5*groupBytes - 1
)

// maker makes rows whose texts say whose they are. What it returns is good until its next call.
type maker struct {
	made   uint64 // texts so far
	text   [cBytes]byte
	pad    [padBytes]byte
	values [workload.Columns][]byte
}

// c is a new c of a row, unlike any before.
func (m *maker) c(id lsm.Key) []byte {
	m.made++
	putText(m.text[:], id, m.made)
	return m.text[:]
}

// row is a new row.
func (m *maker) row(id lsm.Key) [][]byte {
	c := m.c(id)
	putText(m.pad[:], id, m.made)
	m.values = [workload.Columns][]byte{workload.ColumnK: rows.IntColumn(id),
		workload.ColumnC: c, workload.ColumnPad: m.pad[:]}
	return m.values[:]
}

// putText writes groups of digits: the id, then the number again and again.
func putText(text []byte, id lsm.Key, number uint64) {
	putGroup(text, id)
	putGroup(text[groupBytes:], number)
	for i := 2 * groupBytes; i < len(text); i += groupBytes {
		copy(text[i:], text[groupBytes:groupBytes+groupDigits])
	}
	for i := groupDigits; i < len(text); i += groupBytes {
		text[i] = '-'
	}
}

func putGroup(text []byte, n uint64) {
	for i := groupDigits - 1; i >= 0; i-- {
		text[i] = byte('0' + n%10)
		n /= 10
	}
}

// reader looks at the rows that reads return.
type reader struct {
	sum   uint64
	group [groupDigits]byte
	err   error // of the first row that is not what was written

	visitC, visitK rows.Visit // bound once
}

func (r *reader) init() { r.visitC, r.visitK = r.c, r.k }

// c looks at the id in a text.
func (r *reader) c(id lsm.Key, cells [][]byte) {
	c := cells[workload.ColumnC]
	putGroup(r.group[:], id)
	if r.err == nil && (len(c) != cBytes || !bytes.HasPrefix(c, r.group[:])) {
		r.err = fmt.Errorf("row %d: c is %q", id, c)
	}
}

// k adds up k, which begins as the id and only grows.
func (r *reader) k(id lsm.Key, cells [][]byte) {
	k := rows.Int(cells[workload.ColumnK])
	if r.sum += k; r.err == nil && k < id {
		r.err = fmt.Errorf("row %d: k is %d", id, k)
	}
}
