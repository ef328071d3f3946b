// Package answers executes the statements of a run on rows that are really stored, beside a
// prediction that only counts them. It says whether both count the same, statement by statement.
//
// # Words
//
//	answer     how many rows a statement reads, by one way of knowing it: closed form (package
//	           model), simulation (package lsm), stored rows (package rows), recorded
//	stored     rows with sysbench's columns in memtables and SSTables, read by one session
//	wanted     the column that a statement reads: c, or k where it sums
//	text       a value of c or pad: groups of digits, the first of which is the row's id
package answers
