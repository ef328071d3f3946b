// Package texttab lays out small tables of results: as aligned text for people and, from the same
// values, as CSV for programs.
//
//	state    reads  error
//	          rows      %
//	mini 2    1234   -0.5 ¹
//	major 1     17      ~
//
//	¹ one run only
//
// Glossary:
//
//   - column: a name for programs (error_pct), a heading and a unit for people (error, %).
//   - cell: a value. Text rounds numbers as its column says, CSV gives them in full.
//   - note: a doubt about one cell, marked there and written below the table.
//   - twin: the CSV of a table. It has the columns' names in its first line and no notes, so that
//     its shape does not depend on the data; Notes gives them to a caller that shows them
//     elsewhere.
//
// Widths are counted in runes: letters that fill two cells of a terminal are not allowed for.
package texttab
