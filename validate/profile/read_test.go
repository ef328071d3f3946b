package profile

import (
	"bytes"
	"compress/gzip"
	"math"
	"runtime/pprof"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/pprof/profile"
)

// mixed has 1 s: 0.5 s fusing, 0.3 s merging, 0.2 s in no class.
func mixed() *builder {
	return newBuilder().add("runtime.memmove e.fuse c/main.run", 40).
		add("e.fuse c/main.run", 10).add("e.(*tree).next c/main.run", 20).
		add("runtime.memmove e.(*tree).next", 10).add("os.Read", 15).add("0x os.Read", 5)
}

func TestRead(t *testing.T) {
	s := mixed().shares(t, testClasses())
	want := []Share{{"merge", 0.3}, {"fuse", 0.5}, {"decode", 0}, {"caller", 0}, {"runtime", 0},
		{Other, 0.2}}
	if s.TotalSeconds != 1 || !slices.Equal(s.Classes, want) {
		t.Errorf("%v s: %v, want 1 s: %v", s.TotalSeconds, s.Classes, want)
	}
}

// memmove is hot in two classes and is listed for each; the leaf without a name is not listed.
func TestTop(t *testing.T) {
	s := mixed().shares(t, testClasses())
	want := []Hot{{"runtime.memmove", "fuse", 0.4}, {"e.(*tree).next", "merge", 0.2},
		{"os.Read", Other, 0.15}, {"e.fuse", "fuse", 0.1}, {"runtime.memmove", "merge", 0.1}}
	for n, count := range map[int]int{-1: 0, 0: 0, 2: 2, 5: 5, 99: 5} {
		if got := s.Top(n); !slices.Equal(got, want[:count]) {
			t.Errorf("top %d: %v, want %v", n, got, want[:count])
		}
	}
}

// Without nanoseconds, samples are counted and each stands for the period.
func TestCountedSamples(t *testing.T) {
	b := newBuilder().add("e.fuse", 7)
	b.profile.SampleType[1].Type = "wall"
	if s := b.shares(t, testClasses()); s.TotalSeconds != 0.07 {
		t.Errorf("%v s, want 0.07", s.TotalSeconds)
	}
}

func TestUncompressedAndEmpty(t *testing.T) {
	var plain bytes.Buffer
	if err := mixed().profile.WriteUncompressed(&plain); err != nil {
		t.Fatal(err)
	}
	if s, err := Read(&plain, testClasses()); err != nil || s.TotalSeconds != 1 {
		t.Errorf("uncompressed: %v s, %v", s.TotalSeconds, err)
	}
	s := newBuilder().shares(t, testClasses())
	if s.TotalSeconds != 0 || len(s.Classes) != 6 || len(s.Top(1)) != 0 {
		t.Errorf("no samples: %+v", s)
	}
}

func TestRefusedProfiles(t *testing.T) {
	changed := func(change func(p *profile.Profile)) []byte {
		b := newBuilder().add("e.fuse", 1).add("e.scan", 2)
		change(b.profile)
		return b.bytes(t)
	}
	good := changed(func(*profile.Profile) {})
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"empty", nil, "empty input file"},
		{"text", []byte("--- heap profile ---"), "no profile in the form of pprof"},
		{"cut off", good[:len(good)/2], "decompress: unexpected EOF"},
		{"large", make([]byte, profileBytesMax+1), "read: more than 8 MB"},
		{"large inside", zipped(t, make([]byte, profileBytesMax+1)), "decompress: more than 8 MB"},
		{"heap", changed(func(p *profile.Profile) {
			p.SampleType[0].Type, p.SampleType[1].Type = "objects", "space"
		}), "it is no CPU profile"},
		{"no period", changed(func(p *profile.Profile) {
			p.SampleType[1].Unit, p.Period = "ticks", 0
		}), "no period in cpu/nanoseconds"},
		{"another period", changed(func(p *profile.Profile) {
			p.SampleType[1].Unit, p.PeriodType.Type = "ticks", "space"
		}), "no period in cpu/nanoseconds"},
		{"negative", changed(func(p *profile.Profile) { p.Sample[1].Value[1] = -1 }),
			"sample 2: value is -1"},
		{"too large for the period", changed(func(p *profile.Profile) {
			p.SampleType[1].Type, p.Sample[1].Value[0] = "wall", math.MaxInt64/2
		}), "too large for a period"},
		{"sum too large", changed(func(p *profile.Profile) {
			p.Sample[1].Value[1] = math.MaxInt64
		}), "sample 2: the sum"},
		{"values missing", changed(func(p *profile.Profile) { p.SampleType = p.SampleType[1:] }),
			"damaged: mismatch"},
		{"stripped", newBuilder().add("0x", 1).bytes(t), "names no functions"},
	} {
		s, err := Read(bytes.NewReader(c.data), testClasses())
		if err == nil || !strings.HasPrefix(err.Error(), "profile: ") ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.name, err, c.want)
		}
		if s.Classes != nil {
			t.Errorf("%s: shares in spite of the error", c.name)
		}
	}
}

// zipped compresses data with gzip.
func zipped(t *testing.T, data []byte) []byte {
	t.Helper()
	var buf bytes.Buffer
	z := gzip.NewWriter(&buf)
	if _, err := z.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// A profile that runtime/pprof takes of this test is read, and the busy function is in its class.
// It asks only for what does not depend on the machine's speed: there is some time at all.
func TestRealProfile(t *testing.T) {
	var s Shares
	for seconds := 0.1; s.TotalSeconds == 0 && seconds < 10; seconds *= 2 {
		var buf bytes.Buffer
		if err := pprof.StartCPUProfile(&buf); err != nil {
			t.Skip(err) // the test run is being profiled itself
		}
		busy(time.Duration(seconds * float64(time.Second)))
		pprof.StopCPUProfile()
		var err error
		s, err = Read(&buf, []Class{{Name: "busy", Functions: []string{module +
			"validate/profile.busy"}}})
		if err != nil {
			t.Fatal(err)
		}
	}
	if s.Classes[0].Seconds <= 0 || s.Classes[0].Seconds > s.TotalSeconds || len(s.Top(1)) != 1 {
		t.Errorf("busy %v of %v s; top %v", s.Classes[0], s.TotalSeconds, s.Top(1))
	}
}

// busy sorts again and again.
func busy(long time.Duration) {
	numbers := make([]int, 1<<12)
	for start := time.Now(); time.Since(start) < long; {
		for i := range numbers {
			numbers[i] = i * 7919 % len(numbers)
		}
		slices.Sort(numbers)
	}
}
