// Package keydist draws row ids the way sysbench does, and says how probable each id is.
//
// # Glossary
//
//	id         primary key of a row, 1..n, where n is sysbench's --table-size
//	kind       name of a distribution, the value of --rand-type
//	weight     probability that one draw gives a certain id
//	uniform    every id alike
//	gaussian   the mean of --rand-spec-iter uniform numbers, spread over the ids
//	special    --rand-spec-res percent of the draws fall evenly into a hot band in the middle of
//	           the ids, the rest are gaussian; the default of sysbench 1.0
//	hot band   --rand-spec-pct percent of the ids, of which only the upper --rand-spec-res percent
//	           are ever drawn: with the defaults 75 % of the draws fall on 0.75 % of the ids
//	pareto     low ids are hot: a share h of the ids gets a share 1-h of the draws
//	zipfian    id k has a weight proportional to k to the power -exponent
//	source     where random numbers come from, 64 bits each
//	leap       to a later number of a source without computing those before it
//
// # The hot band of special
//
// With the defaults and a million ids, not to scale:
//
//	weight
//	  |                              +--------------+           75 % of the draws
//	  |                              |              |
//	  |                   . - ` `    |              | ` ` - .   25 %: mean of 12 numbers
//	  | _ _ _ _ . - - ` `       |    |              |         ` ` - - . _ _ _ _
//	  +-------------------------+----+--------------+-------------------------- id
//	  1                    495000    497500         505001               999999
//	                            1 % band, its lowest quarter without draws
//
// The two ids at the ends of the hot part are covered in part, so their weights lie in between.
// Id 1000000 is never drawn: the mean is spread over n-1 ids.
//
// # Faithfulness
//
// A draw takes the same random numbers, in the same order and with the same floating-point steps
// as sysbench's src/sb_rand.c, so the same 64-bit generator gives the same ids. That file in
// version 1.0.20 is the source for every kind but zipfian, which came with version 1.1 (whose
// default is uniform and which has no special). A weight is the exact probability: a closed form,
// or for the mean of uniform numbers an integral of polynomials without quadrature error.
//
// Where sysbench lets a value through that makes its C code draw outside 1..n or divide by zero,
// [Options.Validate] returns an error.
package keydist
