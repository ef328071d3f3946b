// Package validate compares what readamp predicts with what a real server did.
//
// # Words
//
//	phase      one sysbench load of a recorded run, measured in one state of the tables
//	ref        a short reference load beside each phase, on a clean table nobody writes: the
//	           machine's speed at that moment
//	ratio      a phase's CPU per query, or its rate, over the mean of its two neighbouring refs,
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
// Rows read by range statements agree within 2 % at the median, those of gets within 0.1 rows;
// ratios within 6 % at the median or the run's own noise.
package validate
