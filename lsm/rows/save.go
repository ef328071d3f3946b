package rows

import "github.com/readamp/readamp/lsm"

// save puts the tenant as it is now in force in its folder, if it has one. Memtables whose dump
// failed come first, so that the folder never has a table without its indexes. After an error the
// tenant is ahead of its folder, and the next call tries again.
func (n *Tenant) save() error {
	if n.folder == nil {
		return nil
	}
	if err := n.tablets((*Tablet).dumpAll); err != nil {
		return err
	}
	return n.writeManifest()
}

// saveAll is save with the memtables as they are.
func (n *Tenant) saveAll() error {
	if n.folder == nil {
		return nil
	}
	saved := map[*Tablet][]*storedMemtable{}
	err := n.tablets(func(t *Tablet) (err error) {
		saved[t], err = t.saveMemtables()
		return err
	})
	if err != nil {
		return err
	}
	_ = n.tablets(func(t *Tablet) error {
		for len(t.saved) > 0 {
			t.dropSaved()
		}
		t.saved = saved[t]
		return nil
	})
	return n.writeManifest()
}

func (n *Tenant) writeManifest() error {
	stored := n.stored()
	text, err := encodeManifest(stored)
	if err != nil {
		return nameError(n.folder.join(manifestName), err)
	}
	return n.folder.setManifest(text, stored.files())
}

// stored is the tenant as the manifest has it.
func (n *Tenant) stored() *storedTenant {
	s := &storedTenant{Commit: n.Now(), Keep: n.keep, File: n.file, ClockNanos: n.setting.Now,
		LastWriteNanos: n.setting.LastWrite}
	for _, t := range n.tables {
		table := storedTable{TableSpec: t.spec}
		for _, tablet := range t.tablets() {
			table.Tablets = append(table.Tablets, storedTablet{Stack: tablet.stack.State(),
				Memtables: tablet.storedMemtables()})
		}
		s.Tables = append(s.Tables, table)
	}
	return s
}

// storedMemtables are the memtables that have files. Where none has, that is the active one as it
// was before anything was written to it.
func (t *Tablet) storedMemtables() []*storedMemtable {
	if len(t.saved) > 0 {
		return t.saved
	}
	start := t.active.start
	return []*storedMemtable{{Run: &run{RunInfo: lsm.RunInfo{Kind: lsm.Mini, Start: start,
		End: start}}}}
}
