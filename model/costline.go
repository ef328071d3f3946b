package model

// RowsLine is the simplest model of reads: the ratios to base of a script's CPU and rate as
// straight lines in the rows that its ranges read per row returned. It prices nothing; it stands
// beside the cost model as what that has to beat.
type RowsLine struct {
	CPU  RowsStraight `json:"cpu"`
	Rate RowsStraight `json:"rate"`
}

// RowsStraight is a straight line.
type RowsStraight struct {
	Intercept float64 `json:"intercept"`
	Slope     float64 `json:"slope"`
}

// At is the line's value at x.
func (s RowsStraight) At(x float64) float64 { return s.Intercept + s.Slope*x }
