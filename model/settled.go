package model

import (
	"math"

	"github.com/readamp/readamp/lsm"
)

// Settled appends to a list what stands above the base of a table after so many freezes with as
// many events each, every minor merge being done, and a memtable of active events; oldest first.
//
// With m = max(minor_compact_trigger, 1) and no run that counts as large, minis are left alone up
// to m of them. One more, and after that every m-th, has everything merged into one minor
// ([lsm.PickMinor]): of n > m minis 1 + m floor((n-1)/m) are in it. As soon as a minor is large
// (2,000,000 physical rows) the policy is gone through freeze by freeze.
func (t *Tables) Settled(list []Above, o lsm.Options, r lsm.Rules, freezes int,
	perFreeze, active float64) []Above {

	if freezes > 0 && perFreeze > 0 {
		main := flowTablet{tables: t}
		all := main.physicalRows(float64(freezes)*perFreeze, 0)
		if all <= float64(lsm.LargeMinorRows(o, r)) {
			list = appendSettled(list, max(o.MinorCompactTrigger, 1), freezes, perFreeze)
		} else {
			list = main.walk(list, o, r, freezes, perFreeze)
		}
	}
	if active > 0 {
		list = append(list, Above{AboveMemtable, active})
	}
	return list
}

func appendSettled(list []Above, m, freezes int, perFreeze float64) []Above {
	merged := 0
	if freezes > m {
		merged = 1 + (freezes-1)/m*m
		list = append(list, Above{AboveMinor, float64(merged) * perFreeze})
	}
	for range freezes - merged {
		list = append(list, Above{AboveMini, perFreeze})
	}
	return list
}

// walk asks the policy after every freeze.
func (b *flowTablet) walk(list []Above, o lsm.Options, r lsm.Rules, freezes int,
	perFreeze float64) []Above {

	first := len(list)
	mini := int64(math.Round(b.physicalRows(perFreeze, 0)))
	var infos [unsafeTables + 1]lsm.RunInfo
	n := 0
	for range freezes {
		list = append(list, Above{AboveMini, perFreeze})
		infos[n] = lsm.RunInfo{Kind: lsm.Mini, PhysicalRows: mini}
		n++
		span := lsm.PickMinor(o, r, infos[:n])
		if span.Len() == 0 {
			continue
		}
		stack := list[first:]
		for i := span.First + 1; i < span.End; i++ {
			stack[span.First].Events += stack[i].Events
		}
		stack[span.First].Kind = AboveMinor
		rows := b.physicalRows(stack[span.First].Events, 0)
		infos[span.First] = lsm.RunInfo{Kind: lsm.Minor, PhysicalRows: int64(math.Round(rows))}
		copy(infos[span.First+1:], infos[span.End:n])
		n -= span.Len() - 1
		list = append(list[:first+span.First+1], stack[span.End:]...)
	}
	return list
}
