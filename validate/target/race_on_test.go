//go:build race

package target

// underRace says that the race detector is on: it makes pools forget, so that reads allocate.
const underRace = true
