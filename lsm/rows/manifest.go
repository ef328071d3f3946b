package rows

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"time"

	"github.com/readamp/readamp/lsm"
)

// manifest is the file that says what is in a folder.
type manifest struct {
	Format int             // manifestFormat
	CRC32C string          // of Tenant without white space
	Tenant json.RawMessage // a storedTenant
}

// manifestFormat is the one format that is written and read so far.
const manifestFormat = 1

// storedTenant is a tenant as the manifest has it. Parameters, rules and sizes of caches are those
// of the Config that it is opened with.
type storedTenant struct {
	Commit lsm.SCN // the newest
	Keep   lsm.SCN // the multi-version start
	File   uint64  // the greatest number given to a file

	ClockNanos, LastWriteNanos time.Duration // simulated time

	Tables []storedTable
}

// storedTable is a table with its tablets, its own first and then those of the indexes.
type storedTable struct {
	TableSpec
	Tablets []storedTablet
}

// storedTablet is a tablet.
type storedTablet struct {
	Stack lsm.StackState[*run]
	// Memtables are as Close wrote them, oldest first, the active one last.
	Memtables []*storedMemtable
}

// storedMemtable is a memtable: an SSTable of all its versions.
type storedMemtable struct {
	Run           *run
	Nodes         [3]int64 // inserts, updates, deletes
	MemstoreBytes int64
}

// encodeManifest writes a manifest.
func encodeManifest(t *storedTenant) ([]byte, error) {
	tenant, err := json.Marshal(t)
	if err != nil {
		return nil, err
	}
	text, err := json.MarshalIndent(manifest{manifestFormat, checksum(tenant), tenant}, "", "\t")
	return append(text, '\n'), err
}

func checksum(text []byte) string {
	return fmt.Sprintf("%08x", crc32.Checksum(text, crc32.MakeTable(crc32.Castagnoli)))
}

// decodeManifest reads a manifest and checks that it makes sense.
func decodeManifest(text []byte) (*storedTenant, error) {
	var format struct{ Format int }
	if err := json.Unmarshal(text, &format); err != nil {
		return nil, err
	}
	if format.Format != manifestFormat {
		return nil, fmt.Errorf("format %d, only %d is known", format.Format, manifestFormat)
	}
	var m manifest
	if err := decodeStrictly(text, &m); err != nil {
		return nil, err
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, m.Tenant); err != nil {
		return nil, err
	}
	if sum := checksum(compact.Bytes()); sum != m.CRC32C {
		return nil, fmt.Errorf("checksum %s, the file says %s", sum, m.CRC32C)
	}
	t := &storedTenant{}
	if err := decodeStrictly(m.Tenant, t); err != nil {
		return nil, err
	}
	return t, t.check()
}

// decodeStrictly refuses fields that are not known.
func decodeStrictly(text []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return fmt.Errorf("more follows the end, at offset %d", d.InputOffset())
	}
	return nil
}

// runs are all runs of the tablet.
func (t *storedTablet) runs() []*run {
	runs := append([]*run{t.Stack.Base}, t.Stack.Inc...)
	if t.Stack.Under != nil {
		runs = append(runs, t.Stack.Under)
	}
	return append(runs, t.Stack.Covered...)
}

// files are the numbers of all files.
func (t *storedTenant) files() map[uint64]bool {
	named := map[uint64]bool{}
	note := func(r *run) {
		if !r.Empty() {
			named[r.File] = true
		}
	}
	for _, table := range t.Tables {
		for _, tablet := range table.Tablets {
			for _, r := range tablet.runs() {
				note(r)
			}
			for _, m := range tablet.Memtables {
				note(m.Run)
			}
		}
	}
	return named
}
