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
// Commands replay, calibrate and compare work on recordings: is every counter the engine's, what do
// rows cost, how far is a prediction off. Command simulate runs a workload through simulated time,
// or predicts a recorded run in which freezes came by themselves. Command run measures reads before
// and after writes on an engine inside the program, and records it. Command predict says at once
// what reads find in a state or after a plan, and what that costs; tune forecasts a plan under
// every combination of some parameters, and ranks them; advise says when a major is due, which
// table_mode helps and what to change first.
//
// # Exit codes
//
//	0  yes
//	1  the answer is no: a replay differs, a bar is missed, no setting keeps the constraints
//	2  usage: an unknown command, flag or value
//	3  failure: unreadable input, a lost target, an interruption
//
// The first interrupt lets a command put away what it has (simulate and tune print what they
// reached, a run what it measured, the others leave nothing); the second ends it at once.
//
// # Sizes, times, rates
//
// A size is 6G or 1.5G; without a unit it is in bytes, as the server's views show it. A time is
// 30m, 1h30m, or a number of seconds as with sysbench. A rate is 12k/s, or 256x3ms for 256 clients
// that need 3 ms for an event. KB, MB and GB are 2^10, 2^20 and 2^30 bytes, as in the server's
// parameters.
//
// # Machine-readable output
//
// With --format json a command prints one object. Its first field, "readamp", is the version of
// the program; quantities carry their unit in their name. With --format csv it prints the columns'
// names and then rows, numbers in full.
package main
