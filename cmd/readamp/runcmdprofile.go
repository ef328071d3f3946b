package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/pprof"

	"github.com/readamp/readamp/plots"
	"github.com/readamp/readamp/validate/profile"
	"github.com/readamp/readamp/validate/protocol"
)

// profiles keeps a CPU profile of each measured phase. They are read when the run is over, since
// that would be work between its phases.
type profiles struct {
	dir   string
	files []string // of the phases by their numbers, from 1
	taken map[string]int
	open  *os.File
}

// begin starts the profile of a phase.
func (p *profiles) begin(_ int, phase protocol.Phase) error {
	if p.taken == nil {
		p.taken = map[string]int{}
		if err := os.Mkdir(p.dir, 0o777); err != nil {
			return err
		}
	}
	name := phase.Label + "-" + phase.Script
	p.taken[name]++
	if n := p.taken[name]; n > 1 { // base is measured several times
		name = fmt.Sprintf("%s-%d", name, n)
	}
	file, err := os.OpenFile(filepath.Join(p.dir, name+".pprof"),
		os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	if err := pprof.StartCPUProfile(file); err != nil {
		return errors.Join(err, file.Close())
	}
	p.open = file
	p.files = append(p.files, file.Name())
	return nil
}

// end completes it.
func (p *profiles) end(int, protocol.Phase) error {
	pprof.StopCPUProfile()
	return p.open.Close()
}

// cpuShare is where the CPU time of a phase went.
type cpuShare struct {
	Label   string  `json:"label"`
	Script  string  `json:"script"`
	Profile string  `json:"profile"` // its file
	Seconds float64 `json:"cpu_s"`   // CPU seconds of its samples
	// MicrosPerQuery are CPU microseconds a statement by class of work.
	MicrosPerQuery map[string]float64 `json:"cpu_us_per_query"`
}

// profileSecondsMin is the CPU time from which a profile says something about a phase: 20 of its
// samples, one each 10 ms.
const profileSecondsMin = 0.2

// shares reads the profiles of the phases of a summary, those apart that are too short to say
// anything; without profiles there are none.
func (p *profiles) shares(s *protocol.Summary) ([]cpuShare, error) {
	var list []cpuShare
	number := 0
	for _, phase := range s.Phases {
		if phase.Warm || number == len(p.files) {
			continue
		}
		share, err := readShare(p.files[number], phase)
		if err != nil {
			return list, err
		}
		if number++; share.Seconds >= profileSecondsMin {
			list = append(list, share)
		}
	}
	return list, nil
}

// shortProfiles is the number of measured phases without shares.
func (r *runReport) shortProfiles() (n int) {
	for _, phase := range r.Phases {
		if !phase.Warm {
			n++
		}
	}
	return n - len(r.CPUShares)
}

func readShare(name string, phase protocol.PhaseSummary) (cpuShare, error) {
	file, err := os.Open(name)
	if err != nil {
		return cpuShare{}, err
	}
	defer func() { _ = file.Close() }()
	found, err := profile.Read(file, profile.Classes())
	if err != nil {
		return cpuShare{}, fmt.Errorf("%s: %w", name, err)
	}
	share := cpuShare{Label: phase.Label, Script: phase.Script, Profile: name,
		Seconds: found.TotalSeconds, MicrosPerQuery: map[string]float64{}}
	for _, c := range found.Classes {
		share.MicrosPerQuery[c.Class] = 1e6 * c.Seconds / float64(max(phase.Queries, 1))
	}
	return share, nil
}

// cpuFigure is the name of the figure's files.
const cpuFigure = "cpu-by-phase"

// writeCPUFigure draws the shares into a folder; an earlier figure there gives way.
func writeCPUFigure(dir, run string, shares []cpuShare) error {
	var rows []plots.CPURow
	for _, s := range shares {
		of := s.MicrosPerQuery
		rows = append(rows, plots.CPURow{Run: run, Phase: s.Label, Script: s.Script,
			MergingMicros: of[profile.Merging], FusingMicros: of[profile.Fusing],
			MemtableMicros: of[profile.Memtable], BlockDecodeMicros: of[profile.BlockDecode],
			BlockScanMicros: of[profile.BlockScan], ProbingMicros: of[profile.Probing],
			ClientMicros: of[profile.Client], RuntimeMicros: of[profile.Runtime],
			OtherMicros: of[profile.Other]})
	}
	figure, err := plots.CPUByPhase("CPU time per query by phase and what it was spent on", rows)
	if err != nil {
		return fmt.Errorf("figure %s: %w", cpuFigure, err)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	return figure.Save(dir, cpuFigure)
}
