package model

// layout are neighbouring strata with what their ids are drawn with.
type layout struct {
	ends         []int64   // last ids
	n            []float64 // ids
	write, read  []float64 // probability of an id in a draw
	toWrite, toV []float64 // sums of the probabilities of all ids up to the end
	sumOfV       []float64 // sum over those ids of toV
}

func newLayout(writes, reads []Stratum) *layout {
	l := &layout{}
	var w, v, g float64
	for i, s := range writes {
		n, read := s.N(), reads[i].Weight
		g += n*v + read*n*(n+1)/2
		w, v = w+n*s.Weight, v+n*read
		l.ends, l.n = append(l.ends, s.Last), append(l.n, n)
		l.write, l.read = append(l.write, s.Weight), append(l.read, read)
		l.toWrite, l.toV, l.sumOfV = append(l.toWrite, w), append(l.toV, v), append(l.sumOfV, g)
	}
	return l
}

// place is the stratum of an id and the ids of it up to there; 0 and less is before all.
func (l *layout) place(id int64) (i int, n float64) {
	low, high := 0, len(l.ends)-1
	for low < high {
		if middle := (low + high) / 2; l.ends[middle] < id {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low, l.n[low] - float64(l.ends[low]-id)
}

// written is the probability that a write draws one of the ids from first to last.
func (l *layout) written(first, last int64) float64 {
	return l.writtenTo(last) - l.writtenTo(first-1)
}

func (l *layout) writtenTo(id int64) float64 {
	if id < 1 {
		return 0
	}
	i, n := l.place(id)
	return l.toWrite[i] - (l.n[i]-n)*l.write[i]
}

// readsTo is the sum over the ids up to one of the probability that a read draws it or one before.
func (l *layout) readsTo(id int64) float64 {
	if id < 1 {
		return 0
	}
	i, n := l.place(id)
	var v, g float64
	if i > 0 {
		v, g = l.toV[i-1], l.sumOfV[i-1]
	}
	return g + n*v + l.read[i]*n*(n+1)/2
}

// reached is how many ids of a stratum a range of so many meets, in expectation.
func (l *layout) reached(i int, size int64) float64 {
	last, first := l.ends[i], l.ends[i]-int64(l.n[i])+1
	return l.readsTo(last) - l.readsTo(first-1) - l.readsTo(last-size) + l.readsTo(first-1-size)
}
