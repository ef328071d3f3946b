// Package workload makes the stream of statements that sysbench's oltp scripts send to a server.
//
// # Glossary
//
//	script     one of sysbench's oltp_*.lua, see [Scripts]
//	event      one call of a script's event function; a transaction, unless --skip-trx
//	statement  one SQL statement, reduced to its kind, table and ids
//	k          the column with a secondary index; its values are not part of a statement
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
// Source: oltp_common.lua and the oltp_*.lua of sysbench 1.0.20. Given the same random numbers, a
// stream gives the same statements.
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
package workload
