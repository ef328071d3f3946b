package advice_test

import (
	"strings"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm/adaptive"
	"github.com/readamp/readamp/model"
	"github.com/readamp/readamp/model/advice"
)

// TestIdleMode: field case 17.
func TestIdleMode(t *testing.T) {
	off := "_enable_adaptive_compaction=false"
	for _, c := range []struct {
		version, setting string
		mode             adaptive.Mode
		want             string
	}{
		{"4.2.5", off, adaptive.Queuing, "is idle while _enable_adaptive_compaction is off"},
		{"4.2.5", off, adaptive.Super, "is idle while"},
		{"4.2.5", off, adaptive.Extreme, ""},
		{"4.2.5", off, adaptive.Normal, ""},
		{"4.2.2", "undo_retention=0", adaptive.Extreme, "4.2.2 does not know table_mode extreme"},
		{"4.2.5", "undo_retention=0", adaptive.Super, ""},
	} {
		group := tableGroup("t", 3, 1000)
		group.Mode = c.mode
		f, found := advised(t, c.version, c.setting).IdleMode(group)
		if found != (c.want != "") || !strings.Contains(f.Text, c.want) {
			t.Errorf("%v: %q", c, f.Text)
		}
	}
}

// TestForecastModes: for one stream of writes a more eager mode reads no more (field case 17), and
// without adaptive compaction only extreme changes anything.
func TestForecastModes(t *testing.T) {
	for _, setting := range []string{"_enable_adaptive_compaction=true",
		"_enable_adaptive_compaction=false"} {
		s := advised(t, "4.3.5", setting, "major_freeze_duty_time=disable")
		of := situation(t, s, "300/s", 12*time.Hour, "oltp_write_only", "--tables=4",
			"--table-size=250000", "--rand-type=uniform")
		list := advice.ForecastModes(of.Scenario, of.Tables, 0)
		if len(list) != 5 {
			t.Fatalf("%d modes", len(list))
		}
		last := list[len(list)-1]
		for i, m := range list[1:] {
			if m.Mean > 1.02*list[i].Mean {
				t.Errorf("%s: %s %.3f after %.3f", setting, m.Mode, m.Mean, list[i].Mean)
			}
		}
		// Queuing tables are frozen a little earlier by themselves, but not merged.
		if !s.Options.EnableAdaptiveCompaction && list[1].Mean < 0.95*list[0].Mean {
			t.Errorf("off: queuing %.3f, normal %.3f", list[1].Mean, list[0].Mean)
		}
		if !(last.Mean < 0.9*list[0].Mean) {
			t.Errorf("%s: extreme %.3f, normal %.3f", setting, last.Mean, list[0].Mean)
		}
		if got := len(advice.ForecastModes(&model.Scenario{Options: s.Options,
			Rules: advised(t, "4.2.2").Rules, Limits: s.Limits, Timing: s.Timing,
			Plan: of.Scenario.Plan, MomentEvery: time.Hour}, of.Tables, 0)); got != 2 {
			t.Errorf("4.2.2 has %d modes", got)
		}
	}
}

// TestMode: the least eager of the good modes whose merges can be afforded.
func TestMode(t *testing.T) {
	s := advised(t, "4.3.5")
	forecast := func(mode adaptive.Mode, mean, cores float64) advice.ModeForecast {
		return advice.ModeForecast{Mode: mode, Mean: mean, Seconds: cores * 3600}
	}
	group := tableGroup("t", 1, 1000)
	list := []advice.ModeForecast{forecast(adaptive.Normal, 3, 0),
		forecast(adaptive.Queuing, 2, .1), forecast(adaptive.Moderate, 1.95, 1),
		forecast(adaptive.Super, 1.2, 5)}
	f, _ := s.Mode(group, time.Hour, list)
	wants(t, f, advice.Plan, "With table_mode queuing",
		"ALTER TABLE t1 TABLE_MODE = 'queuing'")
	group.Mode = adaptive.Queuing
	if f, found := s.Mode(group, time.Hour, list); found {
		t.Errorf("from queuing: %q", f.Text)
	}
}
