package record

// The fields of a phase line: what phase.go reads. A measured value that a Phase has as zero was
// not measured, and is null: a zero in a file would be a claim.

// phaseFields has null for all that was not measured. Where sysbench ran, that it printed nothing
// is known too.
func phaseFields(p *Phase) fields {
	printed := p.QPS != 0 || p.Stdout != "" || p.Stderr != ""
	return fields{
		{"kind", "phase"},
		{"label", p.Label},
		{"warm", p.Warm},
		{"script", p.Script},
		{"start", p.Start},
		{"end", p.End},
		{"seconds", p.Seconds},
		{"events", known(p.Events != 0, p.Events)},
		{"queries", queriesFields(p.Queries)},
		{"qps", known(p.QPS != 0, p.QPS)},
		{"intervals", known(len(p.Intervals) > 0, p.Intervals)},
		{"server_cpu_s", known(p.ServerCPUSeconds != 0, p.ServerCPUSeconds)},
		{"audit", known(p.Audit != nil, byName(p.Audit, statFields))},
		{"samples", known(len(p.Samples) > 0, inOrder(p.Samples, sampleFields))},
		{"stdout", known(printed, p.Stdout)},
		{"stderr", known(printed, p.Stderr)},
	}
}

// queriesFields always has how much was written, which is done, not measured.
func queriesFields(q Queries) fields {
	measured := q.Read != 0 || q.Other != 0 || q.Total != 0
	return fields{
		{"read", known(measured, q.Read)},
		{"write", q.Write},
		{"other", known(measured, q.Other)},
		{"total", known(measured, q.Total)},
	}
}

func statFields(s Stat) any {
	return fields{
		{"n", s.N},
		{"returned", s.Returned}, {"returned_sd", s.ReturnedSD},
		{"memstore", s.Memstore}, {"memstore_sd", s.MemstoreSD},
		{"ssstore", s.Ssstore}, {"ssstore_sd", s.SsstoreSD},
		{"bs_rows", s.BsRows}, {"bs_rows_sd", s.BsRowsSD},
		{"bs_blocks", s.BsBlocks}, {"bs_blocks_sd", s.BsBlocksSD},
		{"fuse_hit", s.FuseHit}, {"fuse_hit_sd", s.FuseHitSD},
		{"exec_us", s.ExecUs}, {"exec_us_sd", s.ExecUsSD},
		{"elapsed_us", s.ElapsedUs}, {"elapsed_us_sd", s.ElapsedUsSD},
		{"plan_us", s.PlanUs}, {"plan_us_sd", s.PlanUsSD},
		{"queue_us", s.QueueUs}, {"queue_us_sd", s.QueueUsSD},
		{"rows_read", s.RowsRead}, {"rows_read_sd", s.RowsReadSD},
	}
}

// sampleFields has a sample's time and why it failed, or all the rest. One that failed is known by
// its error, or by the stacks it lacks.
func sampleFields(s Sample) fields {
	if s.Error != "" || s.Stacks == nil {
		return fields{{"at", s.At}, {"error", s.Error}}
	}
	return fields{
		{"at", s.At},
		{"active_span", s.ActiveSpan},
		{"freeze_cnt", s.FreezeCnt},
		{"memstore_used", s.MemstoreUsed},
		{"stacks", byName(s.Stacks, asIs)},
		{"sysstat", byName(s.Sysstat, asIs)},
	}
}
