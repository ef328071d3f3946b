package main

import (
	"github.com/readamp/readamp/internal/texttab"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/model"
)

// prediction is the JSON of the command.
type prediction struct {
	Plan          string           `json:"plan"` // in the form of a plan file
	ServerVersion string           `json:"server_version"`
	Trigger       int              `json:"minor_compact_trigger"`
	Forecast      *forecastLine    `json:"forecast,omitempty"`
	Groups        []predictedGroup `json:"groups"`
	Price         *priceLine       `json:"price,omitempty"`

	memory  memory
	plan    *workload.Plan
	pricing *pricing
}

// forecastLine is what a plan came to up to the moment.
type forecastLine struct {
	AtS                float64 `json:"at_s"`
	WriteEvents        float64 `json:"write_events"`
	Freezes            int     `json:"freezes"`
	FreezeTriggerBytes int64   `json:"freeze_trigger_bytes"`
	MemstoreLimitBytes int64   `json:"memstore_limit_bytes"`
	MemstorePeakBytes  float64 `json:"memstore_peak_bytes"`
	ThrottledS         float64 `json:"throttled_s"`
	WriteAmplification float64 `json:"write_amplification"`
	MergeThreads       float64 `json:"merge_threads"` // on average
}

// predictedGroup is what is predicted of the tables of a group.
type predictedGroup struct {
	Group  string       `json:"group"`
	Tables int          `json:"tables"`
	Stack  []stackLine  `json:"stack"` // above the base, oldest first, of one table
	Range  rangeLine    `json:"range"`
	Get    getLine      `json:"get"`
	Index  *indexedLine `json:"index,omitempty"`
}

// stackLine is one table above the base.
type stackLine struct {
	Kind              string  `json:"kind"`
	WriteEvents       float64 `json:"write_events"` // of all tables of the group
	Keys              float64 `json:"keys"`
	Versions          float64 `json:"versions"`
	PhysicalRows      float64 `json:"physical_rows"`
	Bytes             float64 `json:"bytes"`
	IndexKeys         float64 `json:"index_keys"`
	IndexPhysicalRows float64 `json:"index_physical_rows"`
}

// rangeLine is what a range statement reads.
type rangeLine struct {
	Returned     float64 `json:"returned"`
	RowsRead     float64 `json:"rows_read"`
	RowsPerRow   float64 `json:"rows_per_row"`
	P95PerRow    float64 `json:"rows_per_row_p95"` // over the ranges
	BaseFast     float64 `json:"base_fast_rows"`
	BaseSlow     float64 `json:"base_slow_rows"`
	Minor        float64 `json:"minor_rows"`
	Mini         float64 `json:"mini_rows"`
	Memtable     float64 `json:"memtable_rows"`
	MoreVersions float64 `json:"more_versions"` // than one of each row read
	SSTables     float64 `json:"sstables"`      // opened
	BaseBlocks   float64 `json:"base_blocks"`
}

// getLine is what a point get asks.
type getLine struct {
	RowsRead     float64 `json:"rows_read"` // tables asked, as the server counts
	Memtables    float64 `json:"memtables"`
	SSTables     float64 `json:"sstables"`
	MoreVersions float64 `json:"more_versions"`
	FuseHitPct   float64 `json:"fuse_hit_pct"`
}

// indexedLine is what a range of the index on k reads.
type indexedLine struct {
	EntriesPerEntry float64 `json:"entries_read_per_entry_returned"`
}

// add adds what is predicted of a group.
func (p *prediction) add(s *scenario, g int, above []model.Above, r model.Reads) {
	group := s.plan.Groups[g]
	p.plan, p.Plan, p.ServerVersion = s.plan, s.plan.String(), s.rules.Version
	p.Trigger = s.options.MinorCompactTrigger
	line := predictedGroup{Group: group.Name, Tables: group.Tables, Stack: []stackLine{},
		Range: rangeLine{Returned: r.Returned, RowsRead: r.Rows(), RowsPerRow: r.RowsPerRow(),
			P95PerRow: s.tables[g].RowsPerRowQuantile(0.95, above),
			BaseFast:  r.BaseFast, BaseSlow: r.BaseSlow, Minor: r.Minor, Mini: r.Mini,
			Memtable: r.Memtable, MoreVersions: r.RangeVersions, SSTables: r.RangeOpened,
			BaseBlocks: r.RangeBlocks},
		Get: getLine{RowsRead: r.GetMemtables + r.GetProbed, Memtables: r.GetMemtables,
			SSTables: r.GetProbed, MoreVersions: r.GetVersions, FuseHitPct: 100 * r.FuseHits}}
	for _, a := range above {
		c := s.tables[g].Contents(a)
		line.Stack = append(line.Stack, stackLine{Kind: a.Kind.String(),
			WriteEvents: (a.Events + a.Other) * float64(group.Tables), Keys: c.Keys,
			Versions: c.Versions, PhysicalRows: c.PhysicalRows,
			Bytes: c.Bytes + c.IndexBytes, IndexKeys: c.IndexKeys,
			IndexPhysicalRows: c.IndexPhysicalRows})
	}
	if group.Index {
		line.Index = &indexedLine{r.Index}
	}
	p.Groups = append(p.Groups, line)
}

// price adds what the load of reads gets, if it is priced.
func (p *prediction) price(t *model.Tables, r *model.Reads, gets, busy float64) (err error) {
	if p.pricing != nil {
		p.Price, err = p.pricing.price(t, r, gets, busy)
	}
	return err
}

// planned adds what a plan came to.
func (p *prediction) planned(s *scenario, m memory, t model.Totals) {
	p.memory = m
	p.Forecast = &forecastLine{AtS: t.Length.Seconds(), WriteEvents: t.Events, Freezes: t.Freezes,
		FreezeTriggerBytes: m.limits.TriggerBytes, MemstoreLimitBytes: m.limits.MemstoreLimitBytes,
		MemstorePeakBytes: t.PeakHoldBytes, ThrottledS: t.ThrottledSeconds,
		WriteAmplification: t.WriteAmplification(), MergeThreads: t.MergeThreads()}
}

// writePrediction writes the report in the format.
func writePrediction(e env, format string, p *prediction) error {
	switch format {
	case formatJSON:
		return writeJSON(e.stdout, p)
	case formatCSV:
		return writeTable(e, format, p.figures())
	}
	if err := writeText(e, "%s\n", p.words()); err != nil {
		return err
	}
	if err := writeTable(e, format, p.stacks()); err != nil {
		return err
	}
	if err := writeText(e, "\n"); err != nil {
		return err
	}
	if err := writeTable(e, format, p.sources()); err != nil || p.Price == nil {
		return err
	}
	if err := writeText(e, "\n"); err != nil {
		return err
	}
	if err := writeTable(e, format, p.Price.terms()); err != nil {
		return err
	}
	if err := writeText(e, "\n"); err != nil {
		return err
	}
	return writeTable(e, format, p.Price.byClients())
}

// stacks is a table of what stands above the base.
func (p *prediction) stacks() *texttab.Table {
	number := func(name, head, unit, verb string) texttab.Column {
		return texttab.Column{Name: name, Head: head, Unit: unit, Right: true, Verb: verb}
	}
	t := texttab.New(texttab.Column{Name: "tables"}, texttab.Column{Name: "table"},
		number("write_events", "write events", "", "%.0f"),
		number("keys", "keys", "a table", "%.0f"),
		number("versions", "versions", "a table", "%.0f"),
		number("physical_rows", "physical rows", "a table", "%.0f"),
		number("megabytes", "size", "MB a table", "%.1f"))
	for _, g := range p.Groups {
		rows := float64(p.rowsOf(g.Group))
		t.Row(g.Group, "base", nil, rows, nil, rows, nil)
		for _, s := range g.Stack {
			t.Row(g.Group, s.Kind, s.WriteEvents, s.Keys, s.Versions, s.PhysicalRows,
				s.Bytes/(1<<20))
		}
	}
	return t
}

// rowsOf are the rows of a table of a group.
func (p *prediction) rowsOf(name string) int64 {
	for _, g := range p.plan.Groups {
		if g.Name == name {
			return g.Rows
		}
	}
	return 0
}

// source is one of the places rows are read from.
type source struct {
	name       string
	rows, gets float64
}

func (g predictedGroup) sources() []source {
	return []source{{"base, with their block", g.Range.BaseFast, 0},
		{"base, one by one", g.Range.BaseSlow, 0}, {"minor", g.Range.Minor, 0},
		{"minis", g.Range.Mini, 0}, {"SSTables", 0, g.Get.SSTables},
		{"memtables", g.Range.Memtable, g.Get.Memtables}}
}

// sources is a table of what a statement reads where.
func (p *prediction) sources() *texttab.Table {
	t := texttab.New(texttab.Column{Name: "tables"},
		texttab.Column{Name: "source", Head: "read from"},
		texttab.Column{Name: "range_rows", Head: "a range", Unit: "rows", Right: true,
			Verb: "%.2f"},
		texttab.Column{Name: "get_tables", Head: "a get", Unit: "tables", Right: true,
			Verb: "%.2f"})
	cell := func(x float64) any {
		if x == 0 {
			return nil
		}
		return x
	}
	for _, g := range p.Groups {
		for _, s := range g.sources() {
			if s.rows > 0 || s.gets > 0 {
				t.Row(g.Group, s.name, cell(s.rows), cell(s.gets))
			}
		}
		t.Row(g.Group, "in all", g.Range.RowsRead, g.Get.RowsRead)
	}
	return t
}

// figures has every figure in a row, for CSV.
func (p *prediction) figures() *texttab.Table {
	t := texttab.New(texttab.Column{Name: "tables"}, texttab.Column{Name: "figure"},
		texttab.Column{Name: "value", Right: true})
	for _, g := range p.Groups {
		for _, f := range g.figures() {
			t.Row(g.Group, f.name, f.value)
		}
	}
	if p.Price != nil {
		group := p.plan.Groups[p.pricing.load.Group].Name
		for _, f := range p.Price.figures() {
			t.Row(group, f.name, f.value)
		}
	}
	return t
}

// figure is a named number.
type figure struct {
	name  string
	value float64
}

func (g predictedGroup) figures() []figure {
	r, get := g.Range, g.Get
	list := []figure{{"range_returned", r.Returned}, {"range_rows_read", r.RowsRead},
		{"range_rows_per_row", r.RowsPerRow}, {"range_rows_per_row_p95", r.P95PerRow},
		{"range_base_fast_rows", r.BaseFast},
		{"range_base_slow_rows", r.BaseSlow}, {"range_minor_rows", r.Minor},
		{"range_mini_rows", r.Mini}, {"range_memtable_rows", r.Memtable},
		{"range_more_versions", r.MoreVersions}, {"range_sstables", r.SSTables},
		{"get_rows_read", get.RowsRead}, {"get_memtables", get.Memtables},
		{"get_sstables", get.SSTables}, {"get_fuse_hit_pct", get.FuseHitPct}}
	if g.Index != nil {
		list = append(list, figure{"index_entries_per_entry", g.Index.EntriesPerEntry})
	}
	return list
}
