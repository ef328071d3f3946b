package model

import "math"

// saturation is a sum of amounts that are each reached at some rate: amount x (1 - exp(-rate x)).
// Whatever random hits do to keys, blocks or ranges is of this form. Amounts of about the same rate
// are put together.
type saturation struct {
	byBin         map[int]int
	amount, rates []float64
}

// saturationStep is the ratio of two rates that are put together: with their mean, a term is off by
// less than saturationStep^2 / 8 = 5e-5 of itself.
const saturationStep = 0.02

// add adds an amount.
func (s *saturation) add(amount, rate float64) {
	if amount <= 0 || rate <= 0 {
		return
	}
	if s.byBin == nil {
		s.byBin = map[int]int{}
	}
	bin := int(math.Floor(math.Log(rate) / saturationStep))
	at, ok := s.byBin[bin]
	if !ok {
		at = len(s.amount)
		s.byBin[bin] = at
		s.amount, s.rates = append(s.amount, 0), append(s.rates, 0)
	}
	sum := s.amount[at] + amount
	s.rates[at] = (s.rates[at]*s.amount[at] + rate*amount) / sum
	s.amount[at] = sum
}

// at is the sum after x.
func (s *saturation) at(x float64) (sum float64) {
	for i, a := range s.amount {
		sum += a * Coverage(s.rates[i]*x)
	}
	return sum
}
