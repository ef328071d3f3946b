// Package advice is what somebody who runs a server should know or do: when a major is due, which
// table mode helps, what is no matter of merges, with the numbers behind it and the statements to
// run. It judges what package model forecasts, what a simulation showed, and what was observed.
//
// # Words
//
//	finding        one thing to know or do, about a tenant, tables or a query
//	level          how much a finding presses: act, plan, know
//	situation      what advice is drawn from; what is left out of it is not advised on
//	course         what ranges of a group's tables read as time goes by
//	limit          the most rows per row that 95 of 100 ranges may read
//	crossing       when the 95th percentile of a course passes the limit
//	holds          a major holds for the time from it until the next crossing
//	daily major    the one at major_freeze_duty_time
//	kept versions  old ones that merges may not fold yet, by undo_retention or a transaction that
//	               is still open
//	window         for how long versions are kept at least
//	idle mode      a table_mode that does nothing under the release or the parameters
//	stack          what stands above the bases now
//
// # Where each finding stands
//
// Field cases are what operators reported of their servers, by number.
//
//	finding                               file          function            field cases
//	when a major is due, what it costs    majors.go     Majors.Due          1
//	table_mode, by a forecast of each     mode.go       Server.Mode         17, 18
//	a table_mode that does nothing        mode.go       Server.IdleMode     16, 17
//	table_mode, by rows and changed rows  changed.go    Server.Changed      7, 18
//	table_mode of rows that come and go   changed.go    Server.Queue        18, 21
//	whether merges explain a query        query.go      Server.Query        3, 6, 8, 9, 24
//	whether reads explain a stall         stall.go      Server.Stall        10
//	freezes that come after throttling    memory.go     Server.Memory       14, 21
//	how the freeze trigger is known       memory.go     Server.Trigger      15
//	writes that are slowed down           memory.go     Server.Throttle     none
//	what keeps old versions               kept.go       Server.Kept         24
//	what is wrong with a release          release.go    Server.Release      19, 20
//	a stack that is too high              release.go    Server.Stack        20
//	what was not said of the plan         situation.go  Situation.Findings  1
//
// [Situation.Findings] asks for all that a situation allows, and ranks them. What they share:
//
//	findings, levels, kinds, figures           finding.go
//	courses, crossings                         course.go
//	statements, and which release takes them   server.go
//	numbers inside sentences                   words.go
package advice
