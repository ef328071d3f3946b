package plots

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// samplePareto makes settings whose reads cost less the more their merges rewrite, up to twice as
// much as needed; every seventh breaks a constraint.
func samplePareto(n int) []ParetoRow {
	random := rand.New(rand.NewPCG(5, 6))
	var rows []ParetoRow
	for i := range n {
		work := math.Exp(5 * random.Float64()) // GB per hour
		cost := (25 + 60/math.Sqrt(work)) * (1 + random.Float64()*random.Float64())
		rows = append(rows, ParetoRow{Setting: fmt.Sprintf("trigger %d, mini limit %d, mode %s",
			20+i%7*10, 2+i%5, []string{"normal", "queuing", "extreme"}[i%3]) + fmt.Sprint(" #", i),
			ReadCost: cost, RewrittenBytesPerHour: work * (1 << 30), Excluded: i%7 == 3})
	}
	return rows
}

// marked marks the current row and, of the front, the best.
func marked(rows []ParetoRow, current, best int) []ParetoRow {
	rows[current].Current = true
	if front := paretoFront(rows); len(front) > 0 {
		rows[front[min(best, len(front)-1)]].Best = true
	}
	return rows
}

const paretoCost = "read cost (µs of CPU per query)"

func smallPareto(t testing.TB) named {
	f, err := ParetoFront("Cheaper reads are paid for with merge work", paretoCost,
		marked(samplePareto(120), 4, 18))
	return named{"pareto", must(t, f, err)}
}

// awkwardParetos are the cases where the drawing goes wrong.
func awkwardParetos(t testing.TB) []named {
	long := strings.Repeat("a long name ", 30)
	zero := []ParetoRow{{Setting: long, ReadCost: 0}, {Setting: "a", ReadCost: 3},
		{Setting: "b", RewrittenBytesPerHour: 1e12, Current: true}}
	excluded := []ParetoRow{{Setting: "x", ReadCost: 1, RewrittenBytesPerHour: 1, Excluded: true,
		Current: true}}
	crowd := []ParetoRow{}
	for i := range 200 {
		crowd = append(crowd, ParetoRow{Setting: fmt.Sprint(i), ReadCost: 1e3 - float64(i)/1e3,
			RewrittenBytesPerHour: 1e6 + float64(i)})
	}
	diagonal := []ParetoRow{}
	for i := range 60 {
		diagonal = append(diagonal, ParetoRow{Setting: fmt.Sprint("setting ", i),
			ReadCost: 60 - float64(i), RewrittenBytesPerHour: float64(i)})
	}
	extreme := []ParetoRow{{Setting: "a", ReadCost: maxValue, RewrittenBytesPerHour: 5e-324},
		{Setting: "b", ReadCost: 5e-324, RewrittenBytesPerHour: maxValue}}
	var list []named
	for _, c := range []struct {
		name, cost string
		rows       []ParetoRow
	}{
		{"many", paretoCost, marked(samplePareto(3000), 5, 0)},
		{"both", paretoCost, []ParetoRow{{Setting: "a", ReadCost: 1, RewrittenBytesPerHour: 1},
			{Setting: "b", ReadCost: 0.9, RewrittenBytesPerHour: 1.2, Current: true, Best: true}}},
		{"zero", long, zero}, {"excluded", "", excluded}, {"crowd", paretoCost, crowd},
		{"diagonal", paretoCost, diagonal}, {"extreme", paretoCost, extreme},
		{"none", "", []ParetoRow{{}}},
	} {
		f, err := ParetoFront("Front "+c.name, c.cost, c.rows)
		list = append(list, named{"pareto " + c.name, must(t, f, err)})
	}
	return list
}
