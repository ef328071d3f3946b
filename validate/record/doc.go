// Package record reads what was done to a real engine and what it showed: traces (single
// operations with every counter) and runs (sysbench phases, state by state). Both are JSON
// lines, in the form the recordings' own README specifies. Runs are also written here.
//
// The formats are ours, so the readers are strict. A line they do not understand is an error
// that names file, line, field and the nearest right name; nothing is skipped, guessed or
// silently zero. What they return needs no more checking: a table is created before it is used,
// a column exists, a transaction is not begun twice. Only what was measured in a run may be null
// or absent; such a record is blanked, and what was done must still be there.
//
// The writer is as strict, with the same eyes: it reads every line back before it writes it.
//
// Glossary:
//
//   - trace: a header line, then one line per operation (Op), in order of execution.
//   - op: an operation done (insert, freeze) or seen (scan, tables).
//   - seen: what the engine showed for an op: an audit row (Audit) or a stack (StackRun).
//   - stack: the runs of one tablet, oldest first: MAJOR, META_MAJOR, MINOR, MINI, MEMTABLE.
//   - tablet: a table, or an index named t.k for the index on k of table t.
//   - ids: keys in order of execution, written as first-last/step pieces (IDs).
//   - run: a folder with phases.jsonl: one Entry a line, in order of time. If it was written
//     here, there is also run.json (About): how it was made.
//   - phase: sysbench with one script for so many seconds; warm if only to fill the caches.
//   - ref: the same small read-only load on a table nobody writes: the machine's speed just then.
//   - state: the stacks, memory and compaction history at one moment.
//   - blanked: with every measured value null (Blank), so that a prediction can't have seen it.
package record
