// Package validate compares what readamp predicts with what a real server did.
//
// # Words
//
//	phase      one sysbench load of a recorded run, measured in one state of the tables
//	ref        a short reference load beside each phase, on a clean table nobody writes: the
//	           machine's speed at that moment
//	ratio      a phase's CPU per query, or its rate, over that of the refs around it (smoothed),
//	           relative to the same figure of the run's own base
//	noise      the scatter of the ratios of states that are the same: repeated base and recovered
//	mirror     an engine that executes what a prediction executes, and must count the same
//	answer     rows read by one kind of statement in one phase: closed form, simulation, mirror
//	           and recording
//	draw       an id that a writing statement, or a pair of a delete and an insert, took
//	dummy      a prediction without thought: base always, or the previous state's figure
//
// # What a prediction may see
//
// [Predict] follows the recorded actions: parameters, freezes, and for each phase its script,
// seconds, threads, options and number of write statements; how fast the machine was, from the
// refs and the idle server. It never sees what the phase measured: counters, stacks, samples, CPU
// and rate. The number of statements in a reading phase follows from the predicted rate.
//
// # Valid
//
// Rows read by range statements agree within 1.5 % at the median and 4 % in nineteen of twenty
// phases, those of gets within 0.1 rows; ratios of CPU and rate to base within 5 % at the median
// and 14 % in nine of ten, or the run's own noise where that is larger. Intervals of 90 % hold in
// 80 to 98 % of the phases. The README says what of it is met.
package validate
