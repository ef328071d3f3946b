package model

// drawn are events on one table by the set of writes they belong to (see [TablesConfig]).
type drawn [writeSets]float64

// drawn are the events that wrote a table.
func (a Above) drawn() drawn { return drawn{a.Events, a.Other} }

func (d drawn) total() float64 { return d[0] + d[1] }

func (d drawn) plus(o drawn) drawn { return drawn{d[0] + o[0], d[1] + o[1]} }

func (d drawn) minus(o drawn) drawn { return drawn{d[0] - o[0], d[1] - o[1]} }

// most is the greater of two, set by set.
func (d drawn) most(o drawn) drawn { return drawn{max(d[0], o[0]), max(d[1], o[1])} }

func (d drawn) times(x float64) drawn { return drawn{d[0] * x, d[1] * x} }

// sum is a number of each event of a kind of hits, added up.
func (t *Tables) sum(d drawn, k hits) float64 {
	return d[0]*t.sets[0].mix.of(k) + d[1]*t.sets[1].mix.of(k)
}

// spotted are events with their places on the curves, for several curves at once.
type spotted struct {
	drawn
	spots [writeSets]spot
}

// spot finds the places of events on the curves.
func (t *Tables) spot(d drawn) (s spotted) {
	s.drawn = d
	for set := range s.spots {
		if d[set] > 0 {
			s.spots[set].find(d[set])
		}
	}
	return s
}

// at is a curve after events of both sets.
func (t *Tables) at(d drawn, curve int) float64 {
	if d[1] <= 0 {
		return t.sets[0].curves.at(d[0], curve)
	}
	s := t.spot(d)
	return t.look(&s, curve)
}

// look is a curve at a place. Where both sets wrote, a key is missed if both miss it, which is
// taken to be independent: exact where one of the two draws all ids alike.
func (t *Tables) look(s *spotted, curve int) float64 {
	a, b := t.alone(s, 0, curve), t.alone(s, 1, curve)
	switch {
	case a == 0 || b == 0:
		return a + b
	case curve == multiCurve:
		return t.multi(s, a, b)
	case curve == bytesCurve:
		keysA, keysB := t.alone(s, 0, keyCurve), t.alone(s, 1, keyCurve)
		return a + b - newKeyBytes*(keysA+keysB-either(keysA, keysB, float64(t.Rows)))
	}
	return either(a, b, t.most(curve))
}

// alone is a curve after the events of one set alone.
func (t *Tables) alone(s *spotted, set, curve int) float64 {
	if s.drawn[set] <= 0 {
		return 0
	}
	return t.sets[set].curves.value(&s.spots[set], curve)
}

// either is how many of n are hit by a or b of them at random.
func either(a, b, n float64) float64 { return a + b - a*b/n }

// most is where a curve ends.
func (t *Tables) most(curve int) float64 {
	switch curve {
	case keyCurve, entryCurve:
		return float64(t.Rows)
	case rangeCurve, slowCurve:
		return t.returned
	}
	return 1 // a probability
}

// multi is how many keys have more than one version after events of both sets, given those that
// have several of one alone.
func (t *Tables) multi(s *spotted, a, b float64) float64 {
	n := float64(t.Rows)
	keysA, keysB := t.alone(s, 0, keyCurve), t.alone(s, 1, keyCurve)
	none := (1 - keysA/n) * (1 - keysB/n)
	one := (keysA-a)/n*(1-keysB/n) + (1-keysA/n)*(keysB-b)/n
	return max(n*(1-none-one), 0)
}
