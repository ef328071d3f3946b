package model

// RowsLine is the simplest model of reads: the ratios to base of a script's CPU and rate as
// straight lines in the rows that its ranges read per row returned. It prices nothing; it stands
// beside the cost model as what that has to beat.
type RowsLine struct {
	CPU  Straight `json:"cpu"`
	Rate Straight `json:"rate"`
}

// Straight is a straight line.
type Straight struct {
	Intercept float64 `json:"intercept"`
	Slope     float64 `json:"slope"`
}

// At is the line's value at x.
func (s Straight) At(x float64) float64 { return s.Intercept + s.Slope*x }
