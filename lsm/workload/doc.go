// Package workload makes the streams of statements that a server gets: from sysbench's oltp
// scripts, from queues, and from the loads that a plan puts together to a day.
//
// # Glossary
//
//	script       one of sysbench's oltp_*.lua, see [Scripts], or [Queue]
//	event        one call of a script's event function; a transaction, unless --skip-trx
//	statement    one SQL statement, reduced to its kind, table and ids
//	k            the column with a secondary index; its values are not part of a statement
//	plan         groups of tables and the loads that run against them, see [ParsePlan]
//	group        some tables alike: rows, index, table_mode
//	load         a script at a rate against a group, from one time to another
//	rate         events a second, or a closed loop
//	closed loop  clients that each begin an event when the one before has ended
//	backlog      the rows that wait in a queue
//
// # What an event does
//
//	oltp_point_select       1 get, whatever --point-selects says
//	oltp_read_only          begin, reads, commit
//	oltp_write_only         begin, writes, commit
//	oltp_read_write         begin, reads, writes, commit
//	oltp_update_index       index updates
//	oltp_update_non_index   non-index updates
//	oltp_insert             1 insert of a new id
//	oltp_delete             1 delete
//	queue                   1 insert at the tail, 1 delete at the head
//
// Reads are gets, then range, sum, order and distinct queries; writes are index updates, non-index
// updates, then pairs of a delete and an insert of the same id. All statements of one kind in an
// event go to one table, drawn uniformly for that kind; a pair shares table and id. Every
// statement draws its id by --rand-type from 1..table-size, so a range may reach past the last
// row, and oltp_delete comes back to ids it deleted before.
//
// One event of oltp_write_only with 30 tables:
//
//	kind              table  id      SQL
//	begin                            BEGIN
//	index_update      18     461022  UPDATE sbtest18 SET k=k+1 WHERE id=461022
//	non_index_update  27     497065  UPDATE sbtest27 SET c='...' WHERE id=497065
//	delete            24     534863  DELETE FROM sbtest24 WHERE id=534863
//	insert            24     534863  INSERT INTO sbtest24 (id, k, c, pad) VALUES (534863, ...)
//	commit                           COMMIT
//
// Source of all but queue: oltp_common.lua and the oltp_*.lua of sysbench 1.0.20. Given the same
// random numbers, a stream gives the same statements.
//
// # Options
//
// The options and defaults are those of sysbench 1.0.20, plus --rand-zipfian-exp of version 1.1.
// As there, - and _ in a name are the same, a switch is on, off, true, false, 1, 0 or bare, and
// the last of several counts. Numbers are stricter: sysbench reads 1M as 1, here it is an error.
//
// Accepted and ignored, because the ids and so the rows read don't depend on them:
//
//   - how fast, how long and how many clients: --threads, --events, --time, --rate, their old
//     names --num-threads, --max-requests, --max-time, --tx-rate, --forced-shutdown and
//     --thread-stack-size
//   - what is printed: --report-interval, --report-checkpoints, --percentile, --histogram,
//     --verbosity, --debug, --validate
//   - the server and how to reach it: --db-*, --mysql-*, --pgsql-*
//   - --rand-seed: a stream has a seed of its own
//
// Refused, because they would change what is read in a way a statement does not show:
// --secondary=on (rows found through an index on id) and, in oltp_insert, --auto-inc=off (random
// new ids). Not known here: --config-file, --help, --version.
//
// # A queue
//
// The script queue is our own, sysbench has none; it draws nothing but the table. Each event adds a
// row with the next id, then removes the row with the lowest, each in a transaction of its own, so
// the backlog stays what it was: the rows the table began with. The ids move on for ever, and a
// read that looks for the head passes over everything that was removed since the last merge.
//
//	id  1 2 3 4 5 6 7 8 9     a backlog of 4 after 5 events: - removed, * waiting
//	    - - - - - * * * *
//	           head     tail
//
// # A plan
//
// One line is a group of tables, or a load; # begins a comment.
//
//	# group         tables  rows of each   optional: noindex, table_mode=MODE
//	tables  orders  30      1M
//	tables  jobs    1       100k           table_mode=extreme
//
//	# hours        rate      script           group   distribution  options of sysbench
//	00:00-07:00    500/s     oltp_write_only  orders  uniform       --skip-trx=on
//	09:00-18:00    12k/s     oltp_write_only  orders  special       --skip-trx=on
//	08:00-20:00    256x3ms   oltp_read_only   orders  special       --range-size=100
//	08:00-26:00    2k/s      queue            jobs
//
// What the columns mean:
//
//   - Hours are HH:MM or HH:MM:SS since the plan's start, midnight, and go on beyond 24:00. Loads
//     that overlap add up.
//   - A rate is of events, not of statements: 500/s, or 256x3ms for 256 clients that need 3 ms
//     for an event, together 85,333 events a second. k is 1000 and M a million.
//   - A distribution is one of --rand-type, or zipf for zipfian. A queue has none, and no options.
//   - What a column says can't be said by an option: --tables, --rate and the like are refused.
//   - MODE is one of [adaptive.ModeNames].
package workload
