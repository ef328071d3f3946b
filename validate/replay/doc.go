// Package replay repeats a recorded operation trace on a target and compares every counter with
// what the engine showed.
//
// A probe is a read, or a look at a tablet's stack, for which the trace says what the engine saw.
// A probe is
//
//   - exact when every compared figure is equal;
//   - cold extra when only SSSTORE_READ_ROW_COUNT differs, by one or two more in the engine, and
//     the statement was cold: it read a block from disk or into the cache, or was the first to
//     read the tablet since it changed, or some run since it was written or the caches were
//     emptied. The server counts with such a statement what it reads of the tablet's own state
//     ([lsm.Counters.StatusRows]); repeated, the statement is exact. How many rows that is can be
//     predicted, who pays them not always, since a statement of the server's own may come first;
//     so such probes stand apart;
//   - differing otherwise.
//
// A wait lets simulated time pass: minis and minors are merged as adaptive compaction has it. The
// clocks of the server that recorded the trace are not in it; where they decide, the likelier
// course is taken (package lsm, adaption.go).
//
// What the engine saw is used for nothing but this comparison.
package replay
