package model

import "github.com/readamp/readamp/lsm/workload"

// ClosedLoopSeconds is the mean time of one request of clients that each send the next when the
// last is answered: clients / rate (Little, A Proof for the Queuing Formula L = lambda W,
// Operations Research 9(3), 1961). With a rate of statements it is the time of a statement, with
// one of events that of an event. The rate must be above 0.
func ClosedLoopSeconds(clients int, perSecond float64) float64 {
	return float64(clients) / perSecond
}

// SysbenchEventsPerSecond are the events in a rate of statements: sysbench counts BEGIN and COMMIT
// as statements of an event. A script without statements has none.
func SysbenchEventsPerSecond(o workload.Options, statementsPerSecond float64) float64 {
	statements := o.PerEvent().Queries()
	if statements == 0 {
		return 0
	}
	return statementsPerSecond / float64(statements)
}
