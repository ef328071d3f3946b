// Package protocol drives a target as the recorded runs of a real server were driven, and records
// what it showed in the same form: sysbench's loads, state by state, with a reference load beside
// every measured phase.
//
// # Words
//
//	protocol   the order of steps: before-after (the known case) or ladder
//	step       an action, a look at the state, an idle wait, a ref or a phase
//	phase      one load of sysbench's statements with one script; warm if it only fills caches
//	load       what a phase and a ref have in common: threads that execute events
//	ref        oltp_read_only, uniform, --skip-trx, on a small table nobody writes: the machine's
//	           speed at that moment
//	worker     a thread of a load: a goroutine with its own session, stream and counts
//	audit      what the last statements of each kind read and how long they took
//	latency    of an event or a statement, from its beginning to its answer
//	due time   when an event should have begun, with a rate
//
// # before-after
//
//	freeze major; base three times; write; after twice; freeze major; recovered twice
//
// # ladder
//
//	set minor_compact_trigger=16; freeze major; base three times
//	write1; mem1; freeze minor; mini1; write2; mem2; freeze minor; mini2; ...
//	set minor_compact_trigger=2; write-last; freeze minor; minor
//	freeze major; recovered twice
//
// Each state (base, mem1, ...) is measured so: a look at it, then ref, oltp_point_select, ref,
// oltp_read_only, ref. The order and the labels are those of the recorded ladders, so that whatever
// reads those reads these.
//
// # What the figures are
//
// Statements are executed in this process. A target that lives here too shares the processor time
// with the clients: server_cpu_s is then that of both, as are CPU per query and its ratios.
// The clients' share is the same in all phases of a script: 0.1 to 0.2 microseconds a statement
// (BenchmarkStatement, one core of a 2020s server).
//
// An audit covers the last 20,000 statements of each kind, as the server's ring of audit rows has
// only the last ones.
//
// A statement's time (elapsed_us, exec_us) runs from the end of the statement before, or from the
// beginning of its event, to its answer. With a rate, an event's latency counts from its due time,
// so that waiting behind a slow event is seen, as sysbench has it. sysbench's threads share one
// queue of due events; here each thread has its own, with its part of the rate.
//
// Two runs with one seed execute the same statements as far as phases end after a number of
// events; where they end by time, one is a prefix of the other, thread by thread.
package protocol
