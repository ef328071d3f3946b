// Package model is what reads cost, as functions of numbers.
//
// # Symbols
//
//	w   work of a statement, rows or tables: fast, slow, memtable rows, SSTables opened or probed
//	k   kind of statement: get or range (range, sum, order and distinct cost alike here)
//	u   unit cost of one row or table, in reference statements
//	a   constant of a kind, in reference statements
//	c   server CPU of one query, in reference statements
//	q   queries per second, relative to those of the reference load
//
// A reference statement is the mean query of a read-only load on a clean table at the machine's
// speed of that moment; it takes out the drift of a shared machine.
//
// # Equations
//
//	c = sum over k of share(k) * (a(k) + u . w(k))
//	1/q = server * c + client(script)
//
// The second says that client and server share the cores: a query occupies them for the server's
// CPU and for the client's, and nothing else limits the rate. Both are fitted by non-negative
// least squares on relative errors: a row or a table that made a query cheaper would be noise.
package model
