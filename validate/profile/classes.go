package profile

// The names of the classes of Classes. Other is the rest, in every list of shares the last.
const (
	Merging     = "merging"
	Fusing      = "fusing"
	Memtable    = "memtable"
	BlockDecode = "block decode"
	BlockScan   = "block scan"
	Probing     = "probing"
	Client      = "client"
	Runtime     = "runtime"
	Other       = "other"
)

// The packages whose functions the classes name.
const (
	module = "github.com/readamp/readamp/"
	rows   = module + "lsm/rows."
	pebble = "github.com/cockroachdb/pebble/v2/"
)

// Classes are those of the engine on stored rows (package lsm/rows) and of what drives it, in the
// order in which figures stack them: what many versions cost comes first.
func Classes() []Class {
	return []Class{
		{Name: Merging, Functions: []string{rows + "(*loserTree)", rows + "(*scanner).merge",
			rows + "(*scanner).open", rows + "(*merger)", rows + "(*inputs)",
			rows + "(*runWriter)", rows + "(*tableWriter)", rows + "(*filterWriter)",
			pebble + "sstable.(*RawColumnWriter)", pebble + "sstable.(*layoutWriter)",
			pebble + "sstable/colblk.(*DataBlockEncoder)",
			pebble + "sstable/colblk.(*PrefixBytesBuilder)",
			pebble + "sstable/colblk.(*RawBytesBuilder)",
			pebble + "sstable/colblk.(*UintBuilder)"}},
		{Name: Fusing, Functions: []string{rows + "(*fuser).add", rows + "(*fuser).append",
			rows + "(*cursor).fuse", rows + "(*node).fuse"}},
		{Name: Memtable, Functions: []string{rows + "(*memtable)", rows + "(*skipList)",
			rows + "(*memRow)", rows + "(*cursor).settleRow", rows + "(*Session).put"}},
		{Name: BlockDecode, Functions: []string{pebble + "sstable", pebble + "internal/cache",
			pebble + "objstorage", rows + "(*tableIter)", rows + "memoryReader"}},
		{Name: BlockScan, Functions: []string{rows + "(*scanner).scanBlock"}},
		{Name: Probing, Functions: []string{rows + "(*getter)", rows + "filter",
			rows + "(*rowCache)", pebble + "bloom.", "github.com/hashicorp/golang-lru/"}},
		// The client calls the engine for every statement, so it is below all of the engine's
		// stacks; its own is only what it does outside.
		{Name: Client, Functions: []string{module + "validate/", module + "lsm/workload.",
			module + "lsm/keydist.", "github.com/HdrHistogram/"}, Calls: []string{rows}},
		{Name: Runtime, Functions: runtimeFunctions(), WholeStack: true},
	}
}

// runtimeFunctions begin the names of the Go runtime's functions. Those in assembly have no package
// in their name (go tool nm lists them); these are the ones that run without a caller outside the
// runtime: a switch of goroutines (gogo) and the scan of garbage collection (expandAVX512).
func runtimeFunctions() []string {
	return []string{"runtime.", "internal/runtime/", "gogo", "expandAVX512"}
}
