package lsm

// MaxColumns is the number of non-key columns a table may have here.
const MaxColumns = 62

// Image says what one row version, or several fused versions, give a reader: bit j is set when
// non-key column j has a value. An update writes the changed columns only and leaves the others
// NOP, an insert writes them all, a delete none.
type Image uint64

// What a version says beside its columns.
const (
	ImageDeleted  Image = 1 << 63 // a delete row: the key is gone
	ImageInserted Image = 1 << 62 // a full row written by an insert
)

// FullImage is the image of every one of that many non-key columns.
func FullImage(columns int) Image { return Image(1)<<columns - 1 }

// ColumnsImage is the image of an update that sets the columns of the mask.
func ColumnsImage(mask uint64) Image { return Image(mask) &^ (ImageDeleted | ImageInserted) }

// Deleted says that the newest version is a delete.
func (i Image) Deleted() bool { return i&ImageDeleted != 0 }

// Ends says that no older row can add anything: a delete, an insert, or every wanted column there.
func (i Image) Ends(wanted Image) bool {
	return i&(ImageDeleted|ImageInserted) != 0 || wanted&^i == 0
}

// Over fuses a newer image over an older one, newest first; all is the image of every column.
func (i Image) Over(older, all Image) Image {
	if i.Ends(all) {
		return i
	}
	return i | older&^ImageDeleted
}
