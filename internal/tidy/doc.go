// Package tidy holds the form of the tree as a test: what a reviewer would otherwise have to say
// again and again is said here once, with file and line.
//
// Glossary:
//
//   - tree: the files of the repository, read once; Go files are parsed.
//   - rule: a pure function from a tree to the problems it finds there.
//   - problem: a place, the name of the rule it breaks and a sentence saying how.
//   - layer: a top folder seen as a step in the order of imports, cmd -> plots, validate ->
//     model -> lsm; lsm/rows is a layer of its own, beside lsm.
//   - core: the packages of lsm (without lsm/rows) and model, and whatever they import of
//     internal: no I/O, no clock, and they compile to WebAssembly.
//
// Rules:
//
//	parse, gofmt      a Go file can be read, and gofmt would not change it
//	file-length       a Go file has at most 400 lines
//	function-length   a function has at most 70 lines
//	line-length       a line of code has at most 100 columns, a tab counting as 4
//	package-comment   a package says what it is, with a glossary, usually in doc.go
//	layout            a top folder is one of the layout's
//	layer             imports go one way
//	owner             a large dependency has one folder that imports it
//	core              core imports no I/O
//	clock             nothing in lsm or model reads the wall clock
//	random            nothing uses the global random source
//	quiet             only commands and examples print
//	machine-path      no path of the machine that a file was written on
//	registry          no package registry's host name
//
// The lengths of functions and lines are TigerBeetle's (docs/TIGER_STYLE.md, held by
// src/tidy.zig); that of files is our own. Test data and generated files are free of the rules
// about form.
package tidy
