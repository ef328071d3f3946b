//go:build !race

package target

// underRace says that the race detector is off.
const underRace = false
