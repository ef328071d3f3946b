package record

// The fields of a state line: what state.go reads.

// stateFields has null for all that was not measured. With stacks, an empty list is a finding too.
func stateFields(s *State) fields {
	measured := s.Stacks != nil
	return fields{
		{"kind", "state"},
		{"label", s.Label},
		{"at", s.At},
		{"stacks", known(measured, byName(s.Stacks, stackFields))},
		{"memstore", known(s.Memstore != Memstore{}, memstoreFields(s.Memstore))},
		{"memtables", known(measured || s.Memtables != nil,
			inOrder(s.Memtables, memtableFields))},
		{"history", known(measured || s.History != nil, inOrder(s.History, mergeFields))},
	}
}

func stackFields(stack []TabletRun) any { return inOrder(stack, tabletRunFields) }

func tabletRunFields(r TabletRun) fields {
	return fields{
		{"kind", r.Kind},
		{"start_scn", r.StartSCN},
		{"end_scn", r.EndSCN},
		{"bytes", r.Bytes},
		{"frozen", r.Frozen},
		{"rows", r.Rows},
		{"blocks", r.Blocks},
	}
}

func memstoreFields(m Memstore) fields {
	return fields{
		{"active_span", m.ActiveSpan},
		{"freeze_trigger", m.FreezeTrigger},
		{"freeze_cnt", m.FreezeCnt},
		{"used", m.Used},
		{"limit", m.Limit},
	}
}

func memtableFields(m Memtable) fields {
	return fields{
		{"tablet", m.Tablet},
		{"active", m.Active},
		{"mem_used", m.MemUsed},
		{"keys", m.Keys},
		{"inserts", m.Inserts},
		{"updates", m.Updates},
		{"deletes", m.Deletes},
	}
}

func mergeFields(m Merge) fields {
	return fields{
		{"tablet", m.Tablet},
		{"type", m.Type},
		{"start", m.Start},
		{"finish", m.Finish},
		{"rows", m.Rows},
		{"new_rows", m.NewRows},
		{"bytes", m.Bytes},
		{"inputs", m.Inputs},
	}
}
