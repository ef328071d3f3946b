// Package tune finds out which parameters make reads cheaper, and what that costs: it sweeps them,
// forecasts a plan under every combination with package model, and ranks what keeps the
// constraints.
//
// # Words
//
//	axis        a parameter, or table_mode, and the values it is swept over
//	sweep       some axes: all combinations of their values
//	setting     one combination, by its number in the sweep
//	in force    the parameters as they are, which every setting is compared with
//	workload    the plan, or one of its neighbours: other rates, other distributions of ids
//	outcome     what a plan comes to under a setting: reads, merges, memory, disk
//	read cost   what reads cost at a moment, in the caller's unit; rows per row if there is none
//	objective   what of it counts: its mean, 95th percentile or worst hour
//	regret      how much dearer a setting is than the best one under the same workload
//	front       settings of which no other is better in both read cost and bytes rewritten
//	plane       two axes with the others at their best, for a heatmap
//
// # Where things stand
//
//	names and values of parameters     parameters.go, values.go
//	sweeps and settings                sweep.go
//	workloads                          workloads.go
//	forecasts, on all cores            tuner.go, outcome.go
//	constraints, which of them bind    constraints.go
//	ranks, regret, the front           rank.go
//	planes                             plane.go
//	simulation of the best             exact.go
package tune
