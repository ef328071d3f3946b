package tune_test

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm/keydist"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/model/tune"
)

// TestTuneGroups: rows read are those of the groups that are read, in proportion, forecast and
// simulated.
func TestTuneGroups(t *testing.T) {
	const groups = `tables hot 2 20k
tables cold 1 50k
`
	rows := map[string]float64{}
	for name, loads := range map[string]string{
		"hot":  "00:00-00:20 10/s oltp_read_only hot uniform\n",
		"cold": "00:00-00:20 10/s oltp_read_only cold uniform\n",
		"both": "00:00-00:20 10/s oltp_read_only hot uniform\n" +
			"00:00-00:20 30/s oltp_read_only cold uniform\n",
		"none": "",
	} {
		plan, err := workload.ParsePlan(name, strings.NewReader(groups+
			"00:00-00:20 1k/s oltp_write_only hot uniform\n"+
			"00:00-00:20 100/s oltp_write_only cold uniform\n"+loads))
		if err != nil {
			t.Fatal(err)
		}
		config := groupsConfig(t, plan)
		tuner := tunerOf(t, config)
		results, err := tuner.Run(context.Background(), []int{0}, func(int) {})
		if err != nil {
			t.Fatal(err)
		}
		rows[name] = results[0].Outcomes[0].RowsPerRow.Mean
		if name != "both" {
			continue
		}
		exact, err := tuner.Exact(context.Background(), 0,
			func(c timeline.Config) (timeline.Content, error) {
				return timeline.NewKeys(c, sysbenchBlocks)
			})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := rows[name], exact.RowsPerRow.Mean; math.Abs(got/want-1) > 0.05 {
			t.Errorf("%s: forecast %g, simulated %g", name, got, want)
		}
	}
	for name, share := range map[string]float64{"both": 0.25, "none": 2. / 3} {
		if want := share*rows["hot"] + (1-share)*rows["cold"]; math.Abs(rows[name]-want) > 1e-9 {
			t.Errorf("%s: %g, want %g", name, rows[name], want)
		}
	}
	if rows["hot"] < 1.1*rows["cold"] {
		t.Errorf("hot %g, cold %g", rows["hot"], rows["cold"])
	}
}

// groupsConfig tunes a plan.
func groupsConfig(t *testing.T, plan *workload.Plan) tune.Config {
	t.Helper()
	c := calmCase
	base := c.config(t)
	base.Plan, base.Probes, base.TimeOfDay = plan, nil, time.Hour
	for _, g := range plan.Groups {
		ids, err := keydist.New("uniform", g.Rows, keydist.Options{})
		if err != nil {
			t.Fatal(err)
		}
		base.Probes = append(base.Probes, timeline.Probe{RangeSize: 100, IDs: ids})
	}
	return tuneConfig(t, base, c.memory, "table-mode=normal")
}
