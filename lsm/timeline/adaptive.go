package timeline

import "time"

// activity is what the adaptive rules know of a tablet.
type activity struct{}

func (a *activity) dumped(at time.Duration, size Size) {}
func (a *activity) merged(at time.Duration)            {}

func (t *Tenant) checkMediumAfterMini(b *tablet) {}
func (t *Tenant) startMediums()                  {}
func (t *Tenant) checkFastFreeze()               {}
