package profile

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/pprof/profile"
)

// builder makes profiles as runtime/pprof does: two values for each sample, 10 ms apart.
type builder struct {
	profile   *profile.Profile
	locations map[string]*profile.Location
}

const periodNanos = 10_000_000

func newBuilder() *builder {
	return &builder{
		profile: &profile.Profile{
			SampleType: []*profile.ValueType{
				{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"},
			},
			PeriodType: &profile.ValueType{Type: "cpu", Unit: "nanoseconds"},
			Period:     periodNanos,
		},
		locations: map[string]*profile.Location{},
	}
}

// add adds a stack, leaf first, seen so many times. Locations are separated by blanks; one with
// inlined functions joins them by "<", innermost first; "0x" is one without a name.
func (b *builder) add(stack string, count int64) *builder {
	s := &profile.Sample{Value: []int64{count, count * periodNanos}}
	for _, names := range strings.Fields(stack) {
		s.Location = append(s.Location, b.location(names))
	}
	b.profile.Sample = append(b.profile.Sample, s)
	return b
}

func (b *builder) location(names string) *profile.Location {
	if l := b.locations[names]; l != nil {
		return l
	}
	l := &profile.Location{ID: uint64(len(b.locations) + 1)}
	b.locations[names] = l
	b.profile.Location = append(b.profile.Location, l)
	if names == "0x" {
		return l
	}
	for _, name := range strings.Split(names, "<") {
		f := &profile.Function{ID: uint64(len(b.profile.Function) + 1), Name: name}
		b.profile.Function = append(b.profile.Function, f)
		l.Line = append(l.Line, profile.Line{Function: f})
	}
	return l
}

// bytes is the profile as a file.
func (b *builder) bytes(t testing.TB) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := b.profile.Write(&buf); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// shares reads the profile.
func (b *builder) shares(t testing.TB, classes []Class) Shares {
	t.Helper()
	s, err := Read(bytes.NewReader(b.bytes(t)), classes)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// classOf is the one class that has time.
func classOf(t testing.TB, s Shares) string {
	t.Helper()
	class := ""
	for _, share := range s.Classes {
		if share.Seconds > 0 {
			class += share.Class
		}
	}
	return class
}
