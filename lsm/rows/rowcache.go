package rows

import (
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"github.com/readamp/readamp/lsm"
)

// rowCache is the fuse row cache of a tablet: for a key what its SSTables give together. An entry
// is good until the tablet makes a mini or the caches are emptied (measured), for readers whose
// snapshot is not older than what it was read with.
type rowCache struct {
	shards [rowCacheShards]rowCacheShard
}

const rowCacheShards = 16

type rowCacheShard struct {
	mu   sync.Mutex
	rows *simplelru.LRU[lsm.Key, cachedRow]
	_    [64]byte // a cache line, so that shards don't share one
}

type cachedRow struct {
	payload []byte
	epoch   uint64  // of the tablet's minis and flushes
	from    lsm.SCN // the snapshot it was read with
	image   lsm.Image
}

// newRowCache keeps so many rows.
func newRowCache(rows int) *rowCache {
	c := &rowCache{}
	for i := range c.shards {
		// The error is of a size below 1.
		c.shards[i].rows, _ = simplelru.NewLRU[lsm.Key, cachedRow](max(rows/rowCacheShards, 1), nil)
	}
	return c
}

func (c *rowCache) shard(key lsm.Key) *rowCacheShard {
	const fibonacci = 0x9E3779B97F4A7C15 // 2^64 over the golden ratio
	return &c.shards[key*fibonacci>>60]
}

// use adds the cached row to what the memtables gave, and says whether there was one. The walk that
// cached it ended where memtables and SSTables together made the row whole, so that a reader who
// sees less in the memtables, at an older snapshot, may find it wanting.
func (c *rowCache) use(key lsm.Key, epoch uint64, snapshot lsm.SCN, f *fuser) bool {
	s := c.shard(key)
	s.mu.Lock()
	row, ok := s.rows.Get(key)
	s.mu.Unlock()
	if !ok || row.epoch != epoch || snapshot < row.from || !(f.image | row.image).Ends(f.all) {
		return false
	}
	f.add(row.payload)
	return true
}

// put keeps what the SSTables gave.
func (c *rowCache) put(key lsm.Key, epoch uint64, from lsm.SCN, sst *fuser) {
	s := c.shard(key)
	row := cachedRow{payload: sst.append(nil), epoch: epoch, from: from, image: sst.image}
	s.mu.Lock()
	s.rows.Add(key, row)
	s.mu.Unlock()
}

// purge forgets everything.
func (c *rowCache) purge() {
	for i := range c.shards {
		s := &c.shards[i]
		s.mu.Lock()
		s.rows.Purge()
		s.mu.Unlock()
	}
}
