// Package importers reads what people already have: the text that servers and clients print.
package importers
