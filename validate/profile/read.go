package profile

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/google/pprof/profile"
)

// profileBytesMax bounds a profile, both as it is read and uncompressed. Samples with the same
// stack are one, so a profile grows with the variety of stacks, hardly with time: a run of the
// tests of package plots has 44 KB. Parsing takes up to some hundred times the bytes, when they are
// empty samples (88 times, measured), so the bound is also one on memory.
const profileBytesMax = 8 << 20

// Read finds the shares of the classes in a profile as runtime/pprof writes it, compressed or not.
// It uses the CPU time of samples, or where there is none their number and the time between two.
// A profile without samples is a phase without CPU time.
//
// Errors: classes that can't be told apart, and a profile that can't be read, is larger than
// 8 MB, is damaged, holds no CPU time (a heap profile, say) or names no functions.
func Read(r io.Reader, classes []Class) (Shares, error) {
	s, err := read(r, classes)
	if err != nil {
		return Shares{}, fmt.Errorf("profile: %w", err)
	}
	return s, nil
}

func read(r io.Reader, classes []Class) (Shares, error) {
	if err := checkClasses(classes); err != nil {
		return Shares{}, err
	}
	p, err := parse(r)
	if err != nil {
		return Shares{}, err
	}
	value, err := findCPU(p)
	if err != nil {
		return Shares{}, err
	}
	if len(p.Sample) > 0 && len(p.Function) == 0 {
		return Shares{}, errors.New("names no functions: it was taken from a stripped program")
	}
	t := newTally(classes)
	for i, s := range p.Sample {
		nanos, err := value.nanos(s)
		if err == nil {
			err = t.add(s, nanos)
		}
		if err != nil {
			return Shares{}, fmt.Errorf("sample %d: %w", i+1, err)
		}
	}
	return t.shares(), nil
}

// parse reads a profile of bounded size. It takes protocol buffers only, not the texts of other
// tools that profile.Parse would try.
func parse(r io.Reader) (*profile.Profile, error) {
	data, err := readBounded(r)
	if err != nil {
		return nil, fmt.Errorf("read: %w", err)
	}
	if bytes.HasPrefix(data, []byte{0x1f, 0x8b}) { // gzip, RFC 1952
		if data, err = gunzip(data); err != nil {
			return nil, fmt.Errorf("decompress: %w", err)
		}
	}
	p, err := profile.ParseUncompressed(data)
	if err != nil {
		return nil, fmt.Errorf("no profile in the form of pprof: %w", err)
	}
	if err := p.CheckValid(); err != nil {
		return nil, fmt.Errorf("damaged: %w", err)
	}
	return p, nil
}

func gunzip(data []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return readBounded(z)
}

func readBounded(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, profileBytesMax+1))
	if err == nil && len(data) > profileBytesMax {
		err = fmt.Errorf("more than %d MB", profileBytesMax>>20)
	}
	return data, err
}

// cpuValue says how to get the CPU time of a sample from its values.
type cpuValue struct {
	index int
	unit  int64 // nanoseconds that 1 stands for
}

// findCPU picks CPU time itself, else the number of samples, each of which stands for a period.
func findCPU(p *profile.Profile) (cpuValue, error) {
	samples := none
	for i, t := range p.SampleType {
		switch {
		case t.Type == "cpu" && t.Unit == "nanoseconds":
			return cpuValue{i, 1}, nil
		case t.Type == "samples" && t.Unit == "count":
			samples = i
		}
	}
	if samples == none {
		return cpuValue{}, errors.New("has neither cpu/nanoseconds nor samples/count: " +
			"it is no CPU profile")
	}
	period := p.PeriodType
	if period == nil || period.Type != "cpu" || period.Unit != "nanoseconds" || p.Period <= 0 {
		return cpuValue{}, errors.New("has samples/count, but no period in cpu/nanoseconds")
	}
	return cpuValue{samples, p.Period}, nil
}

// nanos is the CPU time of a sample, in nanoseconds.
func (v cpuValue) nanos(s *profile.Sample) (int64, error) {
	n := s.Value[v.index]
	if n < 0 {
		return 0, fmt.Errorf("value is %d; must not be negative", n)
	}
	if n > math.MaxInt64/v.unit {
		return 0, fmt.Errorf("value is %d; too large for a period of %d ns", n, v.unit)
	}
	return n * v.unit, nil
}
