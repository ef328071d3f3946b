package freeze

// Figures are what the server's decisions look at, bytes of pages.
type Figures struct {
	// UsedBytes is MEMSTORE_USED: every page not given back yet, "hold".
	UsedBytes int64
	// ActiveBytes is ACTIVE_SPAN: pages handed out since the oldest active memtable's first row.
	// The pages that were open then are counted whole.
	ActiveBytes int64
	// RetiredBytes are the pages of ActiveBytes that are filled and closed,
	// "freezable active used".
	RetiredBytes int64
}

// Figures are the arena's at this moment. While no memtable has rows the open pages are active, as
// the server's own memtables then are (measured: ACTIVE_SPAN right after a freeze is the open
// pages).
func (a *Arena) Figures() Figures {
	hazard := a.retired
	if len(a.order) > 0 {
		hazard = a.memtables[a.order[0]].clock
	}
	return Figures{
		UsedBytes:    a.allocated - a.reclaimed,
		ActiveBytes:  a.allocated - hazard,
		RetiredBytes: a.retired - hazard,
	}
}

// RowBytes are the bytes of rows a memtable took.
func (a *Arena) RowBytes(m Memtable) int64 { return a.memtables[m].rowBytes }
