package main

import (
	"strconv"
	"time"

	"github.com/spf13/pflag"
)

// seconds is the value of a flag that takes a time: 30m, 1h30m, or as sysbench does a bare number
// of seconds.
type seconds struct{ into *time.Duration }

// newSeconds returns a flag value stored in p, which begins as the time given.
func newSeconds(p *time.Duration, begin time.Duration) pflag.Value {
	*p = begin
	return seconds{p}
}

// String returns the time; nothing where there is none, which help leaves out.
func (s seconds) String() string {
	if s.into == nil || *s.into == 0 {
		return ""
	}
	return spell(*s.into)
}

// Type names the kind of value; see valueProblem.
func (s seconds) Type() string { return "duration" }

// Set reads a time.
func (s seconds) Set(text string) error {
	if n, err := strconv.ParseUint(text, 10, 32); err == nil {
		*s.into = time.Duration(n) * time.Second
		return nil
	}
	d, err := time.ParseDuration(text)
	*s.into = d
	return err
}
