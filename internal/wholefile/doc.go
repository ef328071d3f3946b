// Package wholefile writes files whole or not at all.
//
// Recorded runs and fitted costs are evidence: a half-written or silently replaced file would be
// cited as if it were a result. So there is one way in this module to put a result on disk, and it
// never writes over an existing file; only figures and reports, which can be drawn again from the
// same run, replace what they find. The words:
//
//	target     the file the caller names
//	temporary  .NAME.N.tmp in the folder of the target (a link can't cross file systems)
//	fill       the caller's function that writes the bytes
//	publish    hard link from the temporary file to the target, which the file system refuses
//	           when the target exists; then the temporary name is removed. To replace is a rename
//
// A command that is interrupted returns ctx.Err() from its fill function like any other error; the
// temporary file is then removed and the target never appears. Only a killed process can leave a
// temporary file behind, and its name says what it is.
package wholefile
