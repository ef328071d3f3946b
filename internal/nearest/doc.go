// Package nearest finds the right name for a misspelt one, so that an error can say which flag,
// command, parameter or value was probably meant.
//
// Glossary:
//
//   - word: what the user wrote.
//   - candidate: a name that would have been right.
//   - edit: one letter put in, left out or replaced, or two neighbours swapped. Case does not
//     count, and an underscore equals a hyphen: OceanBase writes minor_compact_trigger where a
//     flag is --minor-compact-trigger.
//   - near: few edits for the length of the word, or the beginning of one candidate only.
package nearest
