package rows

import "github.com/readamp/readamp/lsm"

// fuser puts a row together from its versions, newest first (ObRowFuse::fuse_row). Its cells point
// into the versions they came from and are good as long as those are.
type fuser struct {
	all    lsm.Image // every column
	wanted lsm.Image // the columns whose values are kept
	image  lsm.Image // what has been given so far
	cells  [][]byte  // by column
}

func newFuser(columns int) fuser {
	all := lsm.FullImage(columns)
	return fuser{all: all, wanted: all, cells: make([][]byte, columns)}
}

// want sets the columns whose values are kept. What others had is forgotten: it may point into
// memory that is no longer there.
func (f *fuser) want(columns lsm.Image) {
	f.wanted = columns
	clear(f.cells)
}

func (f *fuser) reset() { f.image = 0 }

// done says that older versions add nothing: a delete, or every wanted column there.
func (f *fuser) done() bool { return f.image.Ends(f.wanted) && f.image != 0 }

// deleted says that the row is gone.
func (f *fuser) deleted() bool { return f.image.Deleted() }

// add fuses a version under those before it.
func (f *fuser) add(payload []byte) {
	if f.done() || len(payload) == 0 {
		return
	}
	flags, rest := payload[0], payload[1:]
	if flags&flagShadow != 0 {
		_, rest = takeUvarint(rest)
	}
	switch {
	case flags&flagDeleted != 0:
		f.image |= lsm.ImageDeleted
	case flags&flagWhole != 0:
		f.keep(f.all, rest)
		f.image |= lsm.ImageInserted | f.all
	default:
		mask, rest := takeUvarint(rest)
		f.keep(lsm.Image(mask)&f.all, rest)
		f.image |= lsm.Image(mask) & f.all
	}
}

// take decodes a whole row that no other version goes with.
func (f *fuser) take(payload []byte) {
	f.image = 0
	f.keep(f.all, payload[1:])
	f.image = lsm.ImageInserted | f.all
}

// keep takes the columns of a version that no newer one gave.
func (f *fuser) keep(columns lsm.Image, rest []byte) {
	take := columns & f.wanted &^ f.image
	for i := range f.cells {
		if take>>i == 0 {
			return
		}
		if columns>>i&1 == 0 {
			continue
		}
		value, after := cell(rest)
		if take>>i&1 == 1 {
			f.cells[i] = value
		}
		rest = after
	}
}

// append appends the fused row as a payload. Every column must have been wanted.
func (f *fuser) append(dst []byte) []byte {
	switch {
	case f.deleted():
		return appendDelete(dst)
	case f.image.Ends(f.all):
		return appendWhole(dst, f.cells)
	}
	return appendPartial(dst, f.image, f.cells)
}

// imageOf is what the payload of a version gives.
func imageOf(payload []byte, all lsm.Image) lsm.Image {
	if len(payload) == 0 {
		return 0
	}
	switch flags := payload[0]; {
	case flags&flagDeleted != 0:
		return lsm.ImageDeleted
	case flags&flagWhole != 0:
		return lsm.ImageInserted | all
	}
	mask, _ := takeUvarint(payload[1:])
	return lsm.Image(mask) & all
}
