package profile

import (
	"bytes"
	"math"
	"testing"
)

// Whatever is read, shares are not negative and add up to the total, and so do hot functions at
// most.
func FuzzRead(f *testing.F) {
	good := mixed().bytes(f)
	f.Add(good)
	f.Add(good[:len(good)/2])
	var plain bytes.Buffer
	if err := mixed().profile.WriteUncompressed(&plain); err != nil {
		f.Fatal(err)
	}
	f.Add(plain.Bytes())
	f.Add(newBuilder().bytes(f))
	f.Add([]byte("\x12\x00\x12\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Read(bytes.NewReader(data), testClasses())
		if err != nil {
			if s.Classes != nil {
				t.Errorf("shares in spite of %v", err)
			}
			return
		}
		sum, hot := 0.0, 0.0
		for _, share := range s.Classes {
			if share.Seconds < 0 {
				t.Errorf("%v", share)
			}
			sum += share.Seconds
		}
		last := math.Inf(1)
		for _, h := range s.Top(math.MaxInt) {
			if h.FlatSeconds > last || h.FlatSeconds <= 0 {
				t.Errorf("%v after %v s", h, last)
			}
			last = h.FlatSeconds
			hot += h.FlatSeconds
		}
		slack := 1e-9 * (1 + s.TotalSeconds)
		if math.Abs(sum-s.TotalSeconds) > slack || hot > s.TotalSeconds+slack {
			t.Errorf("classes %v s, functions %v s, total %v s", sum, hot, s.TotalSeconds)
		}
	})
}
