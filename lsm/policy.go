package lsm

// Span is a half-open range of positions in a list of runs, oldest first.
type Span struct{ First, End int }

// Len is the number of runs in the span.
func (s Span) Len() int { return s.End - s.First }

// unsafeTableCount is OB_UNSAFE_TABLE_CNT: from here everything is merged whatever the sizes.
const unsafeTableCount = 32

// PickMinor decides which of a tablet's minis and minors are merged now; an empty span means
// none. The runs are the candidates, oldest first, majors left out.
//
// It is ObPartitionMergePolicy::refine_minor_merge_result. With T = minor_compact_trigger:
//
//   - no merge unless there are more than max(T, 1) candidates;
//   - T = 0, or unsafeTableCount candidates: all of them;
//   - otherwise candidates above the large limit are counted apart. All are merged if more than
//     one is large, or if the small ones together exceed the amplification factor's percentage
//     of the large ones (always so when none is large);
//   - else the newest row of small ones is merged alone, if it is longer than T.
func PickMinor(o Options, r Rules, runs []RunInfo) Span {
	trigger, n := o.MinorCompactTrigger, len(runs)
	if n <= max(trigger, 1) {
		return Span{}
	}
	all := Span{0, n}
	if trigger == 0 || n >= unsafeTableCount {
		return all
	}
	small := splitBySize(runs, LargeMinorRows(o, r), trigger)
	switch {
	case small.largeCount > 1, small.smallRows > small.largeRows*factorPercent(o, r)/100:
		return all
	case small.span.Len() > trigger:
		return small.span
	case r.SpareLargeMinors:
		return Span{}
	}
	return all
}

// sizes is what one walk over the candidates finds.
type sizes struct {
	largeCount           int
	largeRows, smallRows int64
	span                 Span // the row of small runs a reduced merge would take
}

// splitBySize walks old to new. A large run ends the walk if the small ones before it are enough
// for a merge of their own; otherwise it makes the walk forget them. Their rows stay in the sum.
func splitBySize(runs []RunInfo, limit int64, trigger int) sizes {
	var s sizes
	for i, run := range runs {
		if run.PhysicalRows <= limit {
			s.smallRows += run.PhysicalRows
			if s.span.Len() == 0 {
				s.span.First = i
			}
			s.span.End = i + 1
			continue
		}
		s.largeCount++
		s.largeRows += run.PhysicalRows
		if s.span.Len() > trigger {
			break
		}
		s.span = Span{}
	}
	return s
}

// LargeMinorRows is the number of physical rows above which a mini or minor counts as large.
func LargeMinorRows(o Options, r Rules) int64 {
	if r.LargeMinorParameter {
		return o.MinorMergeWriteAmplificationThreshold
	}
	return largeMinorRows
}

// factorPercent is the amplification factor in force, in percent.
func factorPercent(o Options, r Rules) int64 {
	if o.MinorCompactionAmplificationFactor == 0 {
		return r.ZeroFactorPercent
	}
	return o.MinorCompactionAmplificationFactor
}
