package target

import (
	"sync"
	"time"

	"github.com/readamp/readamp/lsm"
)

// pastStep is the time between two marks of the watch. undo_retention is in whole seconds.
const pastStep = time.Second

// past is which commit was the newest when, as far back as undo_retention asks.
type past struct {
	mu    sync.Mutex
	marks []mark // in the order of time
}

type mark struct {
	at  time.Time
	scn lsm.SCN
}

// note keeps the newest commit of a moment if the last mark is at least so old.
func (p *past) note(at time.Time, scn lsm.SCN, step time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.marks); n == 0 || at.Sub(p.marks[n-1].at) >= step {
		p.marks = append(p.marks, mark{at, scn})
	}
}

// at is the newest commit known to be made by a time; 0 before the first mark. Older marks are
// forgotten, so that later questions must not be about earlier times.
func (p *past) at(when time.Time) lsm.SCN {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.marks) > 1 && !p.marks[1].at.After(when) {
		p.marks = p.marks[1:]
	}
	if len(p.marks) == 0 || p.marks[0].at.After(when) {
		return 0
	}
	return p.marks[0].scn
}
