package record

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/readamp/readamp/internal/nearest"
)

// LineError says what is wrong with one line of a record. Every error of the readers is one,
// except for a file that can't be opened.
type LineError struct {
	File string // as given to the reader; "" if it had no name
	Line int    // from 1; 0 if the file as a whole is meant
	Msg  string // what is wrong, in full
	Err  error  // the cause, if there is one besides the line itself; Msg includes it
}

// Error returns file:line: msg.
func (e *LineError) Error() string {
	switch {
	case e.File == "" && e.Line == 0:
		return e.Msg
	case e.File == "":
		return fmt.Sprintf("line %d: %s", e.Line, e.Msg)
	case e.Line == 0:
		return fmt.Sprintf("%s: %s", e.File, e.Msg)
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg)
}

// Unwrap returns the cause.
func (e *LineError) Unwrap() error { return e.Err }

// hint is nearest.Hint for a word of any length: finding the nearest name takes time in proportion
// to both lengths, and no right name is longer than nameBytesMax.
func hint(word string, candidates []string) string {
	if len(word) > nameBytesMax {
		return ""
	}
	return nearest.Hint(word, candidates)
}

// shown cuts text to what a message can carry: at most shownBytesMax bytes and three dots.
func shown(text string) string {
	if len(text) <= shownBytesMax {
		return text
	}
	end := shownBytesMax
	// Not inside a letter; but text may be no UTF-8 at all.
	for end > shownBytesMax-utf8.UTFMax && !utf8.RuneStart(text[end]) {
		end--
	}
	return strings.TrimSpace(text[:end]) + "..."
}
