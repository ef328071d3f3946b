package main

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/readamp/readamp/validate/protocol"
)

// livePause is the least time between two lines on the progress where they are kept, as in a file.
const livePause = 5 * time.Second

// liveColumns is how wide the line of a terminal may be.
const liveColumns = 100

// live tells how a run goes: in one line that changes on a terminal, else now and then in a line of
// its own.
type live struct {
	e        env
	terminal bool
	next     time.Time
}

func newLive(e env, steps int) *live {
	l := &live{e: e, terminal: isTerminal(e), next: time.Now().Add(livePause)}
	if !l.terminal {
		e.remark("%s", counted(steps, "step"))
	}
	return l
}

// isTerminal says whether remarks go to a terminal.
func isTerminal(e env) bool {
	file, ok := e.stderr.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// show tells a moment of the run.
func (l *live) show(p protocol.Progress) {
	if l.terminal {
		line := []rune(liveLine(p))
		// Errors are nobody's concern, as in remark.
		_, _ = fmt.Fprintf(l.e.stderr, "\r\x1b[K%s", string(line[:min(len(line), liveColumns)]))
		return
	}
	if now := time.Now(); !now.Before(l.next) {
		l.next = now.Add(livePause)
		l.e.remark("%s", liveLine(p))
	}
}

// end takes the line of a terminal away.
func (l *live) end() {
	if l.terminal {
		_, _ = fmt.Fprint(l.e.stderr, "\r\x1b[K")
	}
}

// liveLine is a moment in words, such as "step 9 of 47: base oltp_read_only, 2.0 of 3s, 53k QPS,
// stack Bia, 1.87 rows for each".
func liveLine(p protocol.Progress) string {
	parts := []string{fmt.Sprintf("step %d of %d: %s", p.Step, p.Steps, p.What)}
	switch {
	case p.OfEvents > 0:
		parts = append(parts, fmt.Sprintf("%s of %s events", short(float64(p.Events)),
			short(float64(p.OfEvents))))
	case p.OfSeconds > 0:
		parts = append(parts, fmt.Sprintf("%.1f of %s", p.Seconds, spellS(p.OfSeconds)))
	}
	if p.QPS > 0 {
		parts = append(parts, short(p.QPS)+" QPS")
	}
	if p.Stack != "" {
		parts = append(parts, "stack "+p.Stack)
	}
	if p.RowsPerRow > 0 {
		parts = append(parts, fmt.Sprintf("%.2f rows for each", p.RowsPerRow))
	}
	return strings.Join(parts, ", ")
}
