// Package model is what reads cost, as functions of numbers.
//
// # Symbols
//
//	w   work of a statement: fast, slow and memtable rows, versions walked, SSTables opened or
//	    probed, blocks touched and missed
//	k   kind of statement: get or range (range, sum, order and distinct cost alike here)
//	u   unit cost of one row or table, in reference statements
//	a   constant of a kind, in reference statements
//	c   server CPU of one query, in reference statements
//	q   queries per second, relative to those of the reference load
//	l   level of a run, n noise of a phase: a run's factor on all of its CPU, and how sure it is
//
// A reference statement is the mean query of a read-only load on a clean table at the machine's
// speed of that moment; it takes out the drift of a shared machine.
//
// # Equations
//
//	c = sum over k of share(k) * (a(k) + u . w(k))
//	1/q = server * c + client(script)
//
// The second says that client and server share the cores: a query occupies them for the server's
// CPU and for the client's, and nothing else limits the rate. Both are fitted by non-negative
// least squares on relative errors over n, measured CPU being l c: a row or a table that made a
// query cheaper would be noise. Terms that the phases don't tell apart are named and left out.
//
//	fit, levels and weights                   costfit.go, costdesign.go, nnls.go
//	what can't be told                        identify.go
//	bootstrap, covariance, intervals          bootstrap.go, costinterval.go
//	errors of states and runs left out        costerrors.go
//	a load priced in a state                  pricer.go
//
// # Content and reads in closed form
//
//	w      weight of a key: its probability in a draw
//	u, h   draws per key; updates, or changes of an indexed column
//	k, q   tables above the base, and the chance exp(-u/k) that one misses a key
//	s, p   share of the keys in a run; in any table above the base
//
//	distinct keys         = sum of 1 - (1-w)^draws                           distinct.go
//	merged, dropped       = 1 - prod(1-s), sum of s - merged                 rununion.go
//	range rows per row    = 1 + k (1-q); 1 + u where nothing is fused        rangeuniform.go
//	physical rows per key = u + 1 - exp(-u)(1+u), nothing folded             physicalrows.go
//	SSTables of a get     = (1 - q^(k+1)) / (1-q) of full images; k + 1 of   getdepth.go
//	                        partial ones; times 1 - fuse hits
//	fuse hits             = sum of w (1 - (1-w)^reads); LRU: reads such that fusehits.go
//	                        sum of 1 - (1-w)^reads = capacity
//	index entries per row = h + 1 - exp(-h); physical 3h - 1 + exp(-h)       indexrows.go
//	share d deleted later : reads 1 + d, returns 1 - d                       tombstones.go
//	queue of L rows, c went through each table : L + sum of c + min(c, L)    tombstones.go
//	buffer table          : deletes > 0.9 (rows + 1)                         buffertable.go
//	fast blocks of r rows = (1-p)^r, or the mean over blocks of prod(1-p)    fastblocks.go
//
// # Stack, merges, freezes
//
//	T      minor_compact_trigger, t = max(T, 1)
//	n      flushes since the last major, b the base in flushes
//
//	runs            = 1 + (n-1) mod t, and t + 1 while a merge runs
//	in the minor    = 1 + t j flushes, j = (n-1) / t rounded down (none while j = 0)
//	minors write    = j + t j (j+1) / 2 flushes where no rows fall together
//	best major      after the multiple of t next to sqrt(2t (b-1)) flushes
//	freeze interval = bytes of the closed pages / write rate, in whole looks of 2 s
//	peak hold       = open pages + page rate x (interval + release)
//	Bloom rate      = exp(-bits ln^2 2); Monkey: rates proportional to the sizes of runs
//
//	shape of the stack, walk by lsm.PickMinor   stackshape.go
//	rows written and kept between majors        writeamp.go
//	freezes by memory and log disk, hold        freezeinterval.go
//	tiering, leveling, Pebble's count           tieredlevels.go
//	filters, and how bits are divided           bloom.go, monkey.go
//	sysbench's statements and closed loop       sysbenchrate.go
//
// # A plan in closed form
//
// All of these are functions of how many events wrote a table. [NewTables] works them out for a
// workload once, on a logarithmic grid; [Tables.Read] then says what reads find in a stack, and a
// [Forecaster] goes through a plan with the engine's own decisions:
//
//	curves of a workload, and how they are looked up      tables.go, curves.go, saturation.go
//	what reads find in a stack, what a table holds        tablereads.go, contents.go
//	the stack after n freezes of one size                 settled.go
//	time, rates, what comes next                          flow.go
//	memstore, freezes                                     flowmemory.go
//	minis and minors; majors, mediums, adaptive rules     flowmerge.go, flowmajor.go
//	quantiles of what ranges read                         rangequantile.go
//	what a plan writes, majors read and merges keep       planwork.go
//
// Package tune sweeps parameters over such forecasts, package advice judges what comes of them.
//
// # Concurrency
//
//	N   threads, each waiting for its answer      D   demand of a statement on the cores
//	Z   delay without queueing                    c   cores that other work leaves
//
//	X = N / (D + Z) with few threads, c / D with many, between them by the chance of
//	    n threads at the cores: p(n) = p(n-1) (N-n+1)/Z D/min(n,c)     closednetwork.go
//	X = Lambda N / (1 + Sigma (N-1) + Kappa N (N-1))                   usl.go
//	which of the two fits measured rates                               scaling.go
//	a cost model as a network                                          costnetwork.go
//
// # Runs of other engines
//
//	t = constant + memtable + run (runs + steps compared / log2 keys)  linearcost.go
//	mean coverage of a memtable that fills: 1 - (1 - exp(-x)) / x      meancoverage.go
//
// # Expected content
//
// [NewStrata] is what tables hold in expectation, for package timeline, instead of single keys.
//
//	e      events that wrote a memtable or run
//	w      weight of an id: its probability in a draw
//	h      expected hits of a key, e times w times the statements of an event on a table
//	s      those that leave one version, p pairs of a delete and an insert
//	n      ids of a stratum, which have about the same weight
//
//	keys           = sum of n (1 - exp(-h))
//	versions       = sum of n (s + 2p); a pair in a transaction is one version and counts in s
//	shadow rows    = sum of n (1 - exp(-h) - s exp(-h))
//	once folded    = one version a key, none older; layers that are not folded add their h
//	rows a range reads of a table: binomial, with 1 - exp(-h) for each key
//	                                             on average over the ranges of a load, [RangeRows]
//	a block is fast with probability exp(-sum of h over its keys and the tables above the base)
//
// Hits before and after a moment are independent, so that runs need no more than their events.
// What each rule stands for is where it is:
//
//	ids of like weight                        stratum.go
//	which loads are known, what an event is   strata.go, stratagroup.go
//	active memtables                          strataactive.go, compactions.go
//	freezes and merges, what is folded        stratatable.go, stratamerge.go
//	index tablets                             strataindex.go
//	reads                                     strataread.go, binomial.go
package model
