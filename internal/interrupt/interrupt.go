// Package interrupt lets a test stop work at a repeatable moment.
//
// Long work here looks at its context every so many steps. Glossary:
//
//	look       one call of the context's Err
//	interrupt  from that look on, Err is context.Canceled
package interrupt

import "context"

// After is a context that is canceled once it was looked at so many times. It is for one goroutine,
// and its Done channel is never closed.
func After(looks int) context.Context { return &countdown{context.Background(), looks} }

type countdown struct {
	context.Context
	left int
}

// Err counts one look.
func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}
