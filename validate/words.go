package validate

import "fmt"

// Words says in a few sentences what a run shows for somebody who plans capacity: how much dearer
// reads got, and what a minor merge and a major freeze gave back. Figures are predicted ones, with
// what was measured in brackets. Nothing is said of states the run doesn't have.
func (r *RunReport) Words() []string {
	var worst, minor, recovered *Line
	for i := range r.Lines {
		l := &r.Lines[i]
		if l.Statement != "range" || l.QPSRatio.Predicted == nil {
			continue
		}
		if worst == nil || *l.QPSRatio.Predicted < *worst.QPSRatio.Predicted {
			worst = l
		}
		switch l.Label {
		case minorLabel:
			minor = l
		case recoveredLabel:
			recovered = l
		}
	}
	if worst == nil {
		return nil
	}
	sentences := []string{fmt.Sprintf("At its worst (%s) %s, a query costs %s times the CPU of "+
		"the base, and the server does %s times the queries.", worst.Label, worst.rowsInWords(),
		inWords(worst.CPURatio, "%.2f"), inWords(worst.QPSRatio, "%.2f"))}
	if minor != nil {
		sentences = append(sentences, fmt.Sprintf("One minor merge of the minis: %s, and %s times "+
			"the queries of the base.", minor.rowsInWords(), inWords(minor.QPSRatio, "%.2f")))
	}
	if recovered != nil {
		sentences = append(sentences, fmt.Sprintf("A major freeze: %s, and %s times the queries "+
			"of the base.", recovered.rowsInWords(), inWords(recovered.QPSRatio, "%.2f")))
	}
	return sentences
}

// minorLabel is the label of the state after a minor merge.
const minorLabel = "minor"

// rowsInWords says how many rows a range reads.
func (l *Line) rowsInWords() string {
	return fmt.Sprintf("a range that returns %.0f rows reads %s", l.Rows.Returned,
		inWords(l.RowsRead, "%.0f"))
}

// inWords is a predicted figure, with the measured one in brackets if there is one.
func inWords(q Quantity, verb string) string {
	predicted := fmt.Sprintf(verb, *q.Predicted)
	if q.Measured == nil {
		return predicted
	}
	return predicted + fmt.Sprintf(" (measured "+verb+")", *q.Measured)
}

// tableName is sysbench's name of a table by its number.
func tableName(number int) string { return fmt.Sprintf("sbtest%d", number) }
