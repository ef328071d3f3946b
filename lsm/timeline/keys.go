package timeline

import (
	"fmt"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/workload"
)

// keys is the content of a tenant kept key by key.
type keys struct {
	tables  []*keyTable
	streams []keyStream // by load
	serial  changes     // of the loads too slow to be worth goroutines
}

// keyStream are the statements of one load.
type keyStream struct {
	*workload.Stream
	first    int  // of the tables it goes to
	together bool // the statements of an event are one transaction
}

// NewKeys makes the loaded tables of a plan with an exact content: every statement of every load
// is drawn and applied. rows tells how many rows share a block of a base.
func NewKeys(c Config, rows lsm.BlockRows) (Content, error) {
	k := &keys{}
	bases := map[int64]*keyPart{}
	first := make([]int, len(c.Plan.Groups))
	columns := mainColumns
	if c.Rules.FuseRowCache {
		columns = fewColumns
	}
	for g, group := range c.Plan.Groups {
		first[g] = len(k.tables)
		for i := range group.Tables {
			view := lsm.NewView(c.Options, c.Rules, columns, rows)
			if bases[group.Rows] == nil {
				bases[group.Rows] = loadedBase(view, group.Rows)
			}
			k.tables = append(k.tables, newKeyTable(fmt.Sprintf("%s%d", group.Name, i+1),
				group.Rows, view, columns, bases[group.Rows], c.Options.RowCompactionUpdateLimit,
				group.Index))
		}
	}
	streams, err := c.Plan.Streams(c.Seed)
	if err != nil {
		return nil, err
	}
	for i, load := range c.Plan.Loads {
		k.streams = append(k.streams, keyStream{streams[i], first[load.Group],
			!load.Options.SkipTrx})
	}
	return k, nil
}

// loadedBase is a base of the rows 1 to n.
func loadedBase(view *lsm.Tablet, n int64) *keyPart {
	run := view.NewBase(0, lsm.KeysIn(lsm.Range{First: 1, Last: lsm.Key(n)}))
	return &keyPart{run: run, size: Size{Keys: n, Versions: n, PhysicalRows: n}}
}

// Tables implements [Content].
func (k *keys) Tables() []TableContent {
	list := make([]TableContent, len(k.tables))
	for i, t := range k.tables {
		list[i] = TableContent{Name: t.name, Main: t}
		if t.index != nil {
			list[i].Index = t.index
		}
	}
	return list
}
