package protocol

// Watcher is told how a run goes. A nil watcher, and nil functions of one, are left out. Its
// functions are called one at a time.
type Watcher struct {
	// Progress is called at the beginning and the end of every step, and about twice a second in
	// phases and refs.
	Progress func(Progress)
	// BeforePhase and AfterPhase are called around every phase that is not a warm-up, just before
	// its load begins and just after it ended, also if it failed or was interrupted. number counts
	// these phases from 1. An error of theirs ends the run.
	BeforePhase, AfterPhase func(number int, p Phase) error
}

// Progress is a moment of a run.
type Progress struct {
	Step, Steps int // the step under way, from 1
	What        Step
	Done        bool // the step has just ended

	// Of phases and refs; else zero.

	Seconds, OfSeconds float64 // OfSeconds is 0 if the load ends after a number of events
	Events, OfEvents   int64   // OfEvents is 0 if the load ends by time
	QPS                float64 // since the moment before; at the end, of the whole load
	// RowsPerRow is the rows read for each row returned so far, sums left out; 0 if none were.
	RowsPerRow float64
	// Stack is sbtest1's at the last sample, in the letters of record.Sample; "" in refs.
	Stack string
}

func (w *Watcher) progress(p Progress) {
	if w != nil && w.Progress != nil {
		w.Progress(p)
	}
}

func (w *Watcher) before(number int, p Phase) error {
	if w == nil || w.BeforePhase == nil {
		return nil
	}
	return w.BeforePhase(number, p)
}

func (w *Watcher) after(number int, p Phase) error {
	if w == nil || w.AfterPhase == nil {
		return nil
	}
	return w.AfterPhase(number, p)
}
