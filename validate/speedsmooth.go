package validate

import (
	"math"

	"github.com/readamp/readamp/validate/record"
)

// refLoad is a reference load and when it ran.
type refLoad struct {
	at float64 // its middle, Unix seconds
	speed
}

// refLoads are the reference loads of a run that tell something.
func refLoads(run *record.Run) (list []refLoad) {
	idle := idleCPU(run)
	for _, e := range run.Entries {
		if e.Ref == nil {
			continue
		}
		if s := refSpeed(e.Ref, idle); s.known() {
			list = append(list, refLoad{(e.Ref.Start + e.Ref.End) / 2, s})
		}
	}
	return list
}

// refWidths are the widths that are tried, in seconds: a ladder has a reference load every 3 to 14.
var refWidths = []float64{5, 7, 10, 14, 20, 28, 40, 56, 80, 112, 160}

// refsSmoothed is the least number of reference loads from which a width is chosen.
const refsSmoothed = 8

// smoothing is the machine's speed over a run: the mean of its reference loads' logarithms, each
// weighing exp(-distance / width). A reference load of three seconds scatters by itself, so the two
// beside a phase say less than more of them do where the machine is steady; where it drifts, far
// ones say nothing. The width is the one at which the others tell best what each of them showed; no
// phase is looked at. The same states again, which the nearest two loads put 8.5 % apart in CPU
// over the four ladders, lie 7.5 % apart so.
type smoothing struct {
	refs  []refLoad
	width float64 // seconds; 0 where there are too few loads to choose one
}

func newSmoothing(run *record.Run) smoothing {
	s := smoothing{refs: refLoads(run)}
	if len(s.refs) < refsSmoothed {
		return s
	}
	least := math.Inf(1)
	for _, width := range refWidths {
		if off := s.leftOut(width); off < least {
			s.width, least = width, off
		}
	}
	return s
}

// leftOut is the sum of the squared errors, of logarithms, with which reference loads are told by
// the others.
func (s smoothing) leftOut(width float64) (sum float64) {
	for i, r := range s.refs {
		told := s.mean(i, r.at, r.at, width)
		cpu := math.Log(told.cpuMicros / r.cpuMicros)
		qps := math.Log(told.qps / r.qps)
		sum += cpu*cpu + qps*qps
	}
	return sum
}

// mean is the speed in a stretch of time, without one of the loads; -1 for none.
func (s smoothing) mean(without int, from, to, width float64) speed {
	var weights, cpu, qps float64
	for i, r := range s.refs {
		if i == without {
			continue
		}
		w := math.Exp(-max(0, from-r.at, r.at-to) / width)
		weights += w
		cpu += w * math.Log(r.cpuMicros)
		qps += w * math.Log(r.qps)
	}
	if weights == 0 { // all are too far away
		return speed{}
	}
	return speed{math.Exp(cpu / weights), math.Exp(qps / weights)}
}

// beside is the speed during a phase; unknown where no width was chosen.
func (s smoothing) beside(p *record.Phase) speed {
	if s.width == 0 {
		return speed{}
	}
	return s.mean(-1, p.Start, p.End, s.width)
}
