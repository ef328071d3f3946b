package model

import "github.com/readamp/readamp/lsm"

// Settled appends to a list what stands above the base of a table after so many freezes with as
// many events each, every minor merge being done, and a memtable of active events; oldest first. It
// takes no time to speak of and no memory where [SettledShape] holds for certain, that is while all
// freezes together are no large run; then [SettleStack] is asked freeze by freeze.
func (t *Tables) Settled(list []Above, o lsm.Options, r lsm.Rules, freezes int,
	perFreeze, active float64) []Above {

	main := flowTablet{tables: t}
	all := main.physicalRows(drawn{float64(freezes) * perFreeze}, drawn{})
	switch {
	case freezes <= 0 || perFreeze <= 0:
	case all <= float64(lsm.LargeMinorRows(o, r)):
		shape := SettledShape(o.MinorCompactTrigger, freezes)
		if shape.MinorFlushes > 0 {
			list = append(list, Above{AboveMinor, float64(shape.MinorFlushes) * perFreeze, 0})
		}
		for range shape.Minis {
			list = append(list, Above{AboveMini, perFreeze, 0})
		}
	default:
		list = main.settle(list, o, r, freezes, perFreeze)
	}
	if active > 0 {
		list = append(list, Above{AboveMemtable, active, 0})
	}
	return list
}

// settle asks the policy after every freeze.
func (b *flowTablet) settle(list []Above, o lsm.Options, r lsm.Rules, freezes int,
	perFreeze float64) []Above {

	rows := func(flushes int) float64 {
		return b.physicalRows(drawn{float64(flushes) * perFreeze}, drawn{})
	}
	mini := flushedRun(1, rows)
	var stack []StackRun
	for range freezes {
		stack, _ = SettleStack(o, r, append(stack, mini), rows)
	}
	for _, run := range stack {
		kind := AboveMini
		if run.Flushes > 1 {
			kind = AboveMinor
		}
		list = append(list, Above{kind, float64(run.Flushes) * perFreeze, 0})
	}
	return list
}
