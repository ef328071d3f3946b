package nearest

import "strings"

const (
	// lettersPerEdit is how many letters of a word pay for one edit: a word of five letters may
	// be one edit away, one of nine three. With fewer letters per edit, short words match
	// anything; with more, a swap and a slip in "memroy-limt" go unseen.
	lettersPerEdit = 3
	// prefixLettersMin is the shortest beginning of a name that is taken as that name.
	prefixLettersMin = 3
	// listMax is the most candidates that Hint lists when none is near: a line's worth.
	listMax = 8
)

// Name returns the candidate nearest to word, and whether any is near enough to be worth naming.
// Of equally near candidates the first is returned. A word that is the beginning of exactly one
// candidate is near to it, however much is missing.
func Name(word string, candidates []string) (string, bool) {
	w := fold(word)
	best, bestEdits := "", -1
	for _, c := range candidates {
		edits := editDistance(w, fold(c))
		if edits <= editsMax(w, c) && (bestEdits < 0 || edits < bestEdits) {
			best, bestEdits = c, edits
		}
	}
	if bestEdits >= 0 {
		return best, true
	}
	return onlyCompletion(w, candidates)
}

// Hint returns the end of an error message about word: "; did you mean X?" when a candidate is
// near, "; one of a, b, c" when none is and the candidates are few, and nothing otherwise.
func Hint(word string, candidates []string) string {
	if name, ok := Name(word, candidates); ok {
		return "; did you mean " + name + "?"
	}
	if len(candidates) == 0 || len(candidates) > listMax {
		return ""
	}
	return "; one of " + strings.Join(candidates, ", ")
}

// fold maps the spellings that count as equal to one: lower case, hyphens, no leading hyphens.
func fold(s string) string {
	return strings.TrimLeft(strings.ReplaceAll(strings.ToLower(s), "_", "-"), "-")
}

// editsMax is the most edits at which the folded word w still counts as a misspelt c.
func editsMax(w, c string) int {
	letters := min(len(w), len(fold(c)))
	if letters == 0 {
		return -1
	}
	return max(1, letters/lettersPerEdit)
}

// onlyCompletion returns the one candidate that begins with w.
func onlyCompletion(w string, candidates []string) (string, bool) {
	if len(w) < prefixLettersMin {
		return "", false
	}
	found := ""
	for _, c := range candidates {
		if !strings.HasPrefix(fold(c), w) {
			continue
		}
		if found != "" {
			return "", false
		}
		found = c
	}
	return found, found != ""
}

// editDistance counts the edits that turn a into b: Levenshtein's distance with swaps of
// neighbours ("optimal string alignment": Boytsov, "Indexing methods for approximate dictionary
// searching", ACM JEA 16, 2011, section 2.2). It takes len(a) x len(b) steps.
func editDistance(a, b string) int {
	ra, rb := []rune(a), []rune(b)
	// Three rows of the table are alive at once: two letters back (for a swap), one back, this.
	back2, back1 := make([]int, len(rb)+1), make([]int, len(rb)+1)
	row := make([]int, len(rb)+1)
	for j := range back1 {
		back1[j] = j
	}
	for i := 1; i <= len(ra); i++ {
		row[0] = i
		for j := 1; j <= len(rb); j++ {
			replace := back1[j-1]
			if ra[i-1] != rb[j-1] {
				replace++
			}
			row[j] = min(replace, back1[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && ra[i-1] == rb[j-2] && ra[i-2] == rb[j-1] {
				row[j] = min(row[j], back2[j-2]+1)
			}
		}
		back2, back1, row = back1, row, back2
	}
	return back1[len(rb)]
}
