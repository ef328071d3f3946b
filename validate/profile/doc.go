// Package profile says what the CPU time of a phase was spent on, from the CPU profile that Go
// keeps of it: a few classes of work with their seconds, instead of a flame graph to be read by
// eye.
//
// # Words
//
//	profile    the samples that runtime/pprof takes of the running program, 100 in a second of CPU
//	           time; a protocol buffer, compressed with gzip
//	sample     a stack and the CPU time that it stands for
//	stack      the functions that were running, from the leaf, which was executing, to the root;
//	           inlined functions are frames of their own
//	class      a kind of work, known by the names of its functions
//	flat time  the CPU time of the samples whose leaf a function is
//
// # Which class a sample belongs to
//
// The search goes from the leaf to the root, and the first function of a class decides. Memory
// that is copied or allocated below a function of a class is that class's time: a copy made to
// fuse a row would not be made without fusing. The same holds for the collector's help that an
// allocation pays.
//
// A class of whole stacks, such as that of the Go runtime, gets what is left: stacks without a
// function of another class whose functions are all its own, as those of garbage collection in the
// background and of the scheduler are. Every other sample is in Other.
package profile
