//go:build !unix

package target

// processCPUSeconds is not known on systems without getrusage.
func processCPUSeconds() float64 { return 0 }
