package lsm

// MaxColumns is the number of non-key columns a table may have here.
const MaxColumns = 62

// Image says what one row version, or several fused versions, give a reader: bit j is set when
// non-key column j has a value. An update writes the changed columns only and leaves the others
// NOP, an insert writes them all, a delete none.
type Image uint64

const (
	imageDeleted  Image = 1 << 63 // a delete row: the key is gone
	imageInserted Image = 1 << 62 // a full row written by an insert
)

// columnsImage is the image of an update that sets the columns of the mask.
func columnsImage(mask uint64) Image { return Image(mask) &^ (imageDeleted | imageInserted) }

// deleted says that the newest version is a delete.
func (i Image) deleted() bool { return i&imageDeleted != 0 }

// ends says that no older row can add anything: a delete, an insert, or every wanted column there.
func (i Image) ends(wanted Image) bool {
	return i&(imageDeleted|imageInserted) != 0 || wanted&^i == 0
}

// over fuses a newer image over an older one, newest first; all is the image of every column.
func (i Image) over(older, all Image) Image {
	if i.ends(all) {
		return i
	}
	return i | older&^imageDeleted
}
