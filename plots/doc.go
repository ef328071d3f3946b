// Package plots draws the figures that compare predictions with measurements, those that show a
// simulated run over time, those of what CPU time is spent on, and those that compare settings.
//
// Data first, drawing second: a figure is made from a table of numbers, keeps that table, and
// writes it as CSV beside the drawing (SVG for documents, PNG for everything else). Who doubts a
// figure can check it, and who wants another one has the numbers. Values that are not numbers, or
// negative, are refused when a figure is made; only where a figure says so is NaN a gap.
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
//	StackTimeline        The stack of one tablet grows and shrinks as the rules of merging say:
//	                     each table a bar from birth to death. It fails where a bar outlives the
//	                     merge that took it.
//	RowsOverTime         Rows read per row returned rise with what is written and fall with each
//	                     merge of kinds that remove versions. It fails where the line falls and no
//	                     mark says why.
//	MemstoreOverTime     Freezes come at the trigger, and use stays away from where writes are
//	                     throttled. It fails where a peak leaves the trigger far below.
//	RatesOverTime        The rate of reads falls as the stack grows, by so much, and writes had to
//	                     wait then. It fails where a fall has no writes before it.
//	CPUByPhase           What a query costs more on a grown stack is merging and fusing versions,
//	                     and a major merge ends it. It fails where those two segments are short
//	                     in a phase with a long bar.
//	CostHeatmap          Over two settings, none that is allowed costs clearly less than the best
//	                     one. It fails where a cell without hatch and cross is paler than the
//	                     one with the solid outline.
//	ParetoFront          Cheaper reads are paid for with rewriting by merges, and the front says
//	                     at which price. It fails where the front is a single point, as then one
//	                     setting is best in both.
//	CostByTerm           What a statement costs more in one state than in another is a term that
//	                     has a name. It fails where no segment grows as much as the bar does, or
//	                     the whiskers of the two bars overlap.
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
// Figures over time have their panels on one time axis, in seconds from 00:00 of the plan, and
// under the panels a strip for each kind of event:
//
//	       4 |    .|   .|
//	rows     |  ./ | ./ | ./                             a line, with all its peaks
//	       0 +---------------
//	freeze × 3  |  |     |                               a tick for each event, or where ticks
//	                                                     would touch, the darker the more
//	           00:00   03:00
//
// A day has more samples than a page has pixels, so lines keep the first, lowest, highest and last
// sample of each column of the page: the drawing is the same, the file stays small. Point gets and
// index scans are drawn as the mean of each column, so that they don't hide the ranges.
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
//	CPUByPhase           run, phase, script, merging_us, fusing_us, memtable_us, block_decode_us,
//	                     block_scan_us, probing_us, client_us, runtime_us, other_us: CPU time
//	                     per query
//	CostHeatmap          x_setting, x, y_setting, y, quantity, value, throttled, refused, current,
//	                     best
//	ParetoFront          setting, quantity, read_cost, rewritten_bytes_per_hour, excluded,
//	                     on_front, current, best
//	CostByTerm           state, a column for each term, all_us, interval_low_us, interval_high_us:
//	                     CPU time per statement
//	PredictedVsMeasured  group, label, quantity, unit, measured, predicted, error_pct (empty where
//	                     measured is 0), noise_pct, fitted
//
// # Limits
//
// A figure by phase holds 48 panels and 200 phases in a run; labels are made for up to about 30
// phases, beyond that only some are written. CPUByPhase holds 400 bars, PredictedVsMeasured 20000
// pairs in 25 groups, CostHeatmap 40 values of a setting, ParetoFront 20000 settings, CostByTerm 11
// terms and 100 bars. A figure over time holds 200000 samples, marks or bars, and 256 tables at one
// time. What is larger is an error that says so, not a smear.
//
// # Words
//
//	phase      a stretch of a run with one state of the tablets: "base", "mem1", "mini1", "minor",
//	           "recovered"; a name may come several times in a run
//	panel      one pair of axes; figures by phase have one for each run and script or statement
//	source     where rows are read: memtable, incremental SSTables (mini and minor), the base (the
//	           major SSTable) row by row, the base by block scan
//	class      a kind of work that CPU time is spent on, found in a profile by names of functions
//	error      100 x (predicted - measured) / measured, in percent
//	term       a kind of work that the cost model has a price for: a row, a version, a block
//	front      settings than which no allowed one is better in one cost and no worse in the
//	           other
//	mark       a point with its shape and shade; over time, an event: a freeze or a merge
//	strip      a line of events under the panels of a figure over time
//	lane       the height of a StackTimeline at which a bar lies
//	column     the width in which samples of a line are thinned, two pixels of a PNG
//	MB, GB     2^20 and 2^30 bytes, as in the server's parameters
//	paper      a drawing, recorded once and replayed as SVG or PNG; lengths are points (1/72 inch)
//
// All looks are in Style. A source of rows has the same colour everywhere. The same input gives
// the same bytes: there is no clock, no random number and no map order in a drawing.
package plots
