package keydist

import (
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/readamp/readamp/internal/xoroshiro"
)

// A recording is one histogram that sysbench's own code made; see testdata/README.md.
type recording struct {
	kind    string
	n       int64
	draws   int
	options Options
	counts  []float64
}

// readRecordings parses testdata/draws.txt.
func readRecordings(t *testing.T) []recording {
	t.Helper()
	text, err := os.ReadFile("testdata/draws.txt")
	if err != nil {
		t.Fatal(err)
	}
	var all []recording
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	for i := 0; i < len(lines); i += 2 {
		rec := parseHead(t, lines[i])
		for _, word := range strings.Fields(lines[i+1]) {
			rec.counts = append(rec.counts, number(t, word))
		}
		all = append(all, rec)
	}
	if len(all) != 14 {
		t.Fatalf("%d recordings, want 14", len(all))
	}
	return all
}

// parseHead reads "kind n=100 draws=1000 ...".
func parseHead(t *testing.T, line string) recording {
	t.Helper()
	words := strings.Fields(line)
	rec := recording{kind: words[0]}
	for _, word := range words[1:] {
		name, text, _ := strings.Cut(word, "=")
		value := number(t, text)
		switch name {
		case "n":
			rec.n = int64(value)
		case "draws":
			rec.draws = int(value)
		case "rand-spec-iter":
			rec.options.SpecIter = int(value)
		case "rand-spec-pct":
			rec.options.SpecPct = int(value)
		case "rand-spec-res":
			rec.options.SpecRes = int(value)
		case "rand-pareto-h":
			rec.options.ParetoH = value
		case "rand-zipfian-exp":
			rec.options.ZipfianExp = value
		}
	}
	return rec
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestSameDrawsAsSysbench gives Draw the random numbers sysbench had: a million draws must fall
// into the same bins, one by one.
func TestSameDrawsAsSysbench(t *testing.T) {
	for _, rec := range readRecordings(t) {
		d := mustNew(t, rec.kind, rec.n, rec.options)
		r := rand.New(xoroshiro.Seed7())
		counts := make([]float64, len(rec.counts))
		for range rec.draws {
			counts[(d.Draw(r)-1)*int64(len(counts))/rec.n]++
		}
		for bin, want := range rec.counts {
			if counts[bin] != want {
				t.Errorf("%s of %d, bin %d: %v draws, sysbench has %v",
					rec.kind, rec.n, bin, counts[bin], want)
			}
		}
	}
}

// TestWeightsFitSysbench compares the weights with sysbench's draws, without our Draw.
func TestWeightsFitSysbench(t *testing.T) {
	for _, rec := range readRecordings(t) {
		checkCounts(t, mustNew(t, rec.kind, rec.n, rec.options), rec.counts, float64(rec.draws))
	}
}
