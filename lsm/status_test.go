package lsm

import "testing"

// TestStatus goes through the changes of one tablet: what the next statement pays after each.
func TestStatus(t *testing.T) {
	steps := []struct {
		what    string
		do      func(*status, Options)
		trigger int
		rows    int64
		first   bool
	}{
		{"nothing happened since create", func(*status, Options) {}, 16, 0, false},
		{"a freeze without rows", (*status).freeze, 16, 0, true},
		{"a dump", dumped, 16, 1, true},
		{"repeated", func(*status, Options) {}, 16, 0, false},
		{"a major", func(s *status, _ Options) { s.major() }, 16, 1, true},
		{"the next freeze brings the major's MDS table", (*status).freeze, 16, 2, true},
		{"a dump after it", dumped, 16, 2, true},
		{"a second major", func(s *status, _ Options) { s.major() }, 16, 2, true},
		{"and its freeze", (*status).freeze, 16, 3, true},
		{"a dump under a trigger that merges MDS tables", dumped, 2, 1, true},
	}
	s := newStatus()
	for _, step := range steps {
		step.do(&s, Options{MinorCompactTrigger: step.trigger})
		if rows, first := s.pay(); rows != step.rows || first != step.first {
			t.Errorf("%s: pays %d, first %v; want %d, %v", step.what, rows, first, step.rows,
				step.first)
		}
	}
}

func dumped(s *status, o Options) {
	s.freeze(o)
	s.change()
}
