package model

// UnionShare is the share of a tablet's keys that are in at least one of several runs, each of
// which holds a share of them, 0 to 1: the keys of the run that they are merged into (a minor drops
// no key, since it cannot know the base).
//
//	union = 1 - product over runs of (1 - s)
//
// N times it is N (1 - prod(1 - s_i/N)) of locker/vy-lsm-sim. It wants keys that are in one run or
// another independently, so one weight for all of them: then s = 1 - exp(-h) for h draws a key, and
// the union is 1 - exp(-sum of h), as of one run that all draws wrote. With hot keys it is too
// large, since the same keys are in every run; add up the draws instead, as in
// [Distinct](n, weight, draws1 + draws2).
func UnionShare(shares ...float64) (union float64) {
	for _, s := range shares {
		union += s * (1 - union)
	}
	return union
}

// OverlapShare is what a merge of the runs drops, entries per key of the tablet: of a key that is
// in j runs, j - 1. So rows in, the sum of the shares, are rows out, [UnionShare], and rows
// dropped. Of two runs it is the share of keys that are in both, s1 s2. It wants independent runs
// as UnionShare does, and with hot keys it is too small.
func OverlapShare(shares ...float64) (overlap float64) {
	union := 0.0
	for _, s := range shares {
		overlap += s * union // what is there already
		union += s * (1 - union)
	}
	return overlap
}
