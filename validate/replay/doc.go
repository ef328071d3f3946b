// Package replay repeats a recorded operation trace on a target and compares every counter with
// what the engine showed.
//
// A probe is a read, or a look at a tablet's stack, for which the trace says what the engine saw.
// A probe is
//
//   - exact when every compared figure is equal;
//   - cold extra when only SSSTORE_READ_ROW_COUNT differs, by one or two more in the engine, and
//     the statement was cold: it read a block from disk or into the cache, or was the first to
//     read some run since it was written or the caches were emptied. The server counts its own
//     reads with such a statement; the same statement repeated is exact;
//   - differing otherwise.
//
// What the engine saw is used for nothing but this comparison.
package replay
