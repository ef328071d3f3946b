// Package plots draws the figures that compare predictions with measurements.
//
// Data first, drawing second: a figure is made from a table of numbers, keeps that table, and
// writes it as CSV beside the drawing (SVG for documents, PNG for everything else). Who doubts a
// figure can check it, and who wants another one has the numbers. Values that are not numbers, or
// negative, are refused when a figure is made.
//
// # The figures and the claim of each
//
//	QPSByPhase           The predicted rate follows the measured one, phase by phase, as reads
//	                     get slower on a growing stack and recover after a major merge. It fails
//	                     where a point lies outside the interval of the single seconds.
//	RowsByPhase          Reads get slower because more rows are read for each row returned, and
//	                     the sources (memtable, incremental SSTables, base) are known. It fails
//	                     where the top of a bar misses the diamond of the measured total.
//	PredictedVsMeasured  Errors are small over the whole range, have no trend, and mostly lie in
//	                     the noise of the measurements. It fails where marks leave the band.
//
// Hollow marks are values that the model was fitted on. They show how well the fit went, not how
// well the model predicts; the heading of PredictedVsMeasured judges the others.
//
// # The page
//
// Every figure is a column, filled from the top. The legend stands above the data, where it never
// covers any; numbers of a y axis and its title stand left of the panel, and the edges of all
// panels line up:
//
//	Title in bold, over several lines when it is long
//	remark: what the numbers say (PredictedVsMeasured)
//	[] measured   I interval   o predicted               legend
//	        run 1: oltp_point_select                     name of the panel
//	   10000 |  I o  I
//	QPS      | [ ]  [ ]o  I
//	    5000 | [ ]  [ ]  [ ]o                            panel
//	         | [ ]  [ ]  [ ]
//	       0 +---------------
//	          base mem1 mini1                            phases, turned when they would touch
//	               phase
//
// # The tables
//
// Each table has one line per row of the input, in its order. Columns carry their unit in the
// name; the quantities of PredictedVsMeasured have it in a column.
//
//	QPSByPhase           run, phase, script, measured_qps, low_qps, high_qps, predicted_qps,
//	                     fitted
//	RowsByPhase          run, phase, statement, returned_rows, memtable_rows, incremental_rows,
//	                     base_slow_rows, base_fast_rows, measured_rows_read: rows as they were
//	                     given; the figure divides by returned_rows
//	PredictedVsMeasured  group, label, quantity, unit, measured, predicted, error_pct (empty where
//	                     measured is 0), noise_pct, fitted
//
// # Limits
//
// A figure by phase holds 48 panels and 200 phases in a run; labels are made for up to about 30
// phases, beyond that only some are written. PredictedVsMeasured holds 20000 pairs in 25 groups.
// What is larger is an error that says so, not a smear.
//
// # Words
//
//	phase      a stretch of a run with one state of the tablets: "base", "mem1", "mini1", "minor",
//	           "recovered"; a name may come several times in a run
//	panel      one pair of axes; figures by phase have one for each run and script or statement
//	source     where rows are read: memtable, incremental SSTables (mini and minor), the base (the
//	           major SSTable) row by row, the base by block scan
//	error      100 x (predicted - measured) / measured, in percent
//	mark       a point with its shape and shade
//	paper      a drawing, recorded once and replayed as SVG or PNG; lengths are points (1/72 inch)
//
// All looks are in Style. A source of rows has the same colour everywhere. The same input gives
// the same bytes: there is no clock, no random number and no map order in a drawing.
package plots
