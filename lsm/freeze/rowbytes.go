package freeze

// Sizes of the structures behind a row, bytes, from their members (4.3.3 and seekdb). Every
// allocation is aligned to 8.
const (
	mvccRowBytes     = 112     // ObMvccRow
	rowkeyBytes      = 32      // ObStoreRowkey
	rowkeyCellBytes  = 16      // ObObj, one for each rowkey column
	hashNodeBytes    = 32      // ObMtHashNode
	hashBucketBytes  = 16      // ObHashNode in the bucket array, which grows with the keys
	transNodeBytes   = 96      // ObMvccTransNode
	dataHeaderBytes  = 16      // ObMemtableDataHeader
	rowHeaderBytes   = 16      // ObRowHeader
	clusterMaskBytes = 2       // ObColClusterInfoMask
	treeNodeBytes    = 272     // BtreeNode of 15 places (ob_keybtree_deps.h)
	treeNodeBatch    = 128     // NODE_COUNT_PER_ALLOC
	hashSegmentBytes = 8 << 10 // OB_MALLOC_NORMAL_BLOCK_SIZE: directory and segments of the hash
)

// treeBytes is the B-tree's share of a key: nodes of 15 places that random inserts fill to ln 2
// (Yao, On random 2-3 trees, Acta Informatica 9, 1978), and a tenth for the levels above.
const treeBytes = 29

// VersionExtraBytes is what a version takes beyond the members above: updates of k, repeated
// 200,000 times in one memtable, take 152 bytes (measured on seekdb 1.2.0 by the growth of
// mem_used; c 270, whole rows 330, entries of an index on k 162).
const VersionExtraBytes = 8

// ReinsertBytes is what an insert over a key that the memtable has takes beyond its version, as if
// a second small node came with it (measured: 493 after a delete, 330 of a new key).
const ReinsertBytes = 157

// InnerPerMille is what the server's own tables take beside the rows of users, fitted on the
// recorded run natural-special-t2; TestRecordedFreezes shows what comes out of it there and on
// natural-uniform-t1.
const InnerPerMille = 54

// MemtableBytes is what a memtable takes with its first row: a batch of B-tree nodes, and of the
// hash index the directory and the first segment.
const MemtableBytes = treeNodeBatch*treeNodeBytes + 2*hashSegmentBytes

// Layout is the width of each column of a tablet, bytes as stored: an integer takes 1, 2, 4 or 8
// by its value (ObRowWriter), a string its length. Key columns are those of the rowkey.
type Layout struct {
	Key   []int64
	Other []int64 // at most 8
}

// SysbenchTable is the layout of sysbench's tables: ids and k above 65,535 in 4 bytes, c of 119
// and pad of 59 characters. The masks of [RowBytes] are 1 for k, 2 for c, 4 for pad.
func SysbenchTable() Layout { return Layout{Key: []int64{4}, Other: []int64{4, 119, 59}} }

// SysbenchIndex is the layout of the index on k.
func SysbenchIndex() Layout { return Layout{Key: []int64{4, 4}} }

// RowBytes are the memstore bytes of a tablet's rows, computed once.
type RowBytes struct {
	newKey int64
	update []int64 // by the mask of the columns written
	redo   []int64 // likewise
}

// NewRowBytes computes them for a layout.
func NewRowBytes(l Layout) *RowBytes {
	keyColumns := int64(len(l.Key))
	r := &RowBytes{newKey: mvccRowBytes + rowkeyBytes + rowkeyCellBytes*keyColumns +
		hashNodeBytes + hashBucketBytes + treeBytes}
	if len(l.Other) > 8 {
		panic("freeze: layout of more than 8 columns beside the key")
	}
	for mask := range 1 << len(l.Other) {
		r.update = append(r.update, l.version(mask))
		r.redo = append(r.redo, l.row(mask))
	}
	return r
}

// version is one version with the columns of a mask.
func (l Layout) version(mask int) int64 {
	return (transNodeBytes + dataHeaderBytes + l.row(mask) + VersionExtraBytes + 7) / 8 * 8
}

// row is the row image of a version. It is flat: a column that is not written still has its offset
// and half a byte of flags (ObRowWriter::append_row_and_index, append_special_val_array).
func (l Layout) row(mask int) int64 {
	data := sum(l.Key)
	for i, width := range l.Other {
		if mask>>i&1 == 1 {
			data += width
		}
	}
	columns := int64(len(l.Key) + len(l.Other))
	offset := int64(1)
	if clusterMaskBytes+data > 255 {
		offset = 2
	}
	return rowHeaderBytes + clusterMaskBytes + data + columns*offset + (columns+1)/2
}

func sum(widths []int64) int64 {
	total := int64(0)
	for _, w := range widths {
		total += w
	}
	return total
}

// NewKey is what the first version of a key in a memtable takes besides itself.
func (r *RowBytes) NewKey() int64 { return r.newKey }

// Insert is a version with all columns.
func (r *RowBytes) Insert() int64 { return r.update[len(r.update)-1] }

// Update is a version with the key and the columns of a mask.
func (r *RowBytes) Update(columns uint8) int64 { return r.update[columns] }

// Delete is a version with the key only.
func (r *RowBytes) Delete() int64 { return r.update[0] }

// RedoInsert, RedoUpdate and RedoDelete are what the same versions take in the log: their row
// image. The log has no structures of the memtable; its own headers, and the old values that some
// settings add, are left out.
func (r *RowBytes) RedoInsert() int64 { return r.redo[len(r.redo)-1] }

// RedoUpdate is an update with the key and the columns of a mask.
func (r *RowBytes) RedoUpdate(columns uint8) int64 { return r.redo[columns] }

// RedoDelete is a delete.
func (r *RowBytes) RedoDelete() int64 { return r.redo[0] }
