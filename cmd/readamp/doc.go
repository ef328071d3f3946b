// Readamp tells how many rows a query reads for each row it returns, what that costs, and which
// setting makes it better, for OceanBase's row store. Its answers can be checked against a running
// server.
//
// Usage:
//
//	readamp COMMAND [ARGUMENT...] [FLAG...]
//	readamp help COMMAND
//	readamp --version
//
// Numbers go to standard output, remarks and progress to standard error. Flags mean the same with
// every command; OceanBase's parameters and sysbench's options have their own names, with hyphens.
//
// # Exit codes
//
//	0  yes
//	1  the answer is no: a replay differs, a verdict failed
//	2  usage: an unknown command, flag or value
//	3  failure: unreadable input, a lost target, an interruption
//
// The first interrupt lets a command put away what it has; the second ends it at once.
//
// # Machine-readable output
//
// With --format json a command prints one object. Its first field, "readamp", is the version of
// the program; quantities carry their unit in their name. With --format csv it prints the columns'
// names and then rows, numbers in full.
package main
