package advice

import "fmt"

// stallPct is the share of the throughput that is lost within one interval in a stall (field case
// 10): no read becomes so much slower from one interval to the next.
const stallPct = 95

// Stall says whether a fall of the throughput is one that reads can explain (field case 10).
// Rates are transactions a second of at least two intervals in a row.
func (s *Server) Stall(rates []float64) Finding {
	f := Finding{Level: Know, Kind: KindStall, Subject: "intervals"}
	at, worst := 1, -1.0
	for i := 1; i < len(rates); i++ {
		if before := rates[i-1]; before > 0 {
			if lost := 100 * (1 - rates[i]/before); lost > worst {
				at, worst = i, lost
			}
		}
		if worst > stallPct {
			break // later ones follow from it
		}
	}
	f.Numbers.add("before_per_second", rates[at-1])
	f.Numbers.add("after_per_second", rates[at])
	f.Numbers.add("lost_pct", max(worst, 0))
	f.Numbers.add("interval", float64(at+1))
	if worst <= stallPct {
		f.Text = fmt.Sprintf("No stall: from one interval to the next at most %.0f %% are lost.",
			max(worst, 0))
		return f
	}
	f.Level, f.Do = Act, "look for what stopped the writes: this is not a read problem"
	f.Text = fmt.Sprintf("From %s to %s a second within one interval, the %s: %.1f %% lost at "+
		"once is a stall, not a slow read. Look at the write throttle, the log disk, locks and "+
		"leader changes, and keep these intervals out of any fit.", exactly(rates[at-1]),
		shortNumber(rates[at]), ordinal(at+1), worst)
	f.Statements = []Statement{s.memstoreNow()}
	return f
}

// ordinal writes the place in a row.
func ordinal(n int) string {
	switch {
	case n%10 == 1 && n%100 != 11:
		return fmt.Sprintf("%dst", n)
	case n%10 == 2 && n%100 != 12:
		return fmt.Sprintf("%dnd", n)
	case n%10 == 3 && n%100 != 13:
		return fmt.Sprintf("%drd", n)
	}
	return fmt.Sprintf("%dth", n)
}
