package model_test

import (
	"math"
	"testing"

	"github.com/readamp/readamp/model"
)

// vendorRates are queries per second of OceanBase 4.2.2 on three servers of 32 cores, 30 tables of
// a million rows, by threads (oceanbase/oceanbase-doc, sysbench reports of V4.2.2 to V4.2.5).
var vendorRates = map[string][]model.ScalingPoint{
	"oltp_point_select": {{32, 150_003}, {64, 279_257}, {128, 489_198}, {256, 791_089},
		{512, 1_041_151}, {1024, 1_053_486}},
	"oltp_read_write": {{32, 83_310}, {64, 151_102}, {128, 268_785}, {256, 394_488},
		{512, 523_029}, {1024, 598_384}},
}

// TestOutside11_6Scaling fits the universal law to 32, 128 and 1024 threads and predicts the
// others within 10 %.
func TestOutside11_6Scaling(t *testing.T) {
	for script, rates := range vendorRates {
		u, err := model.FitUSL([]model.ScalingPoint{rates[0], rates[2], rates[5]})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range []model.ScalingPoint{rates[1], rates[3], rates[4]} {
			got := u.QPS(float64(p.Threads))
			if math.Abs(got/p.QPS-1) > 0.10 {
				t.Errorf("%s, %d threads: %.0f, measured %.0f", script, p.Threads, got, p.QPS)
			}
		}
	}
}

// TestOutside11_6Better: the closed network knows no cost of working side by side, which three
// servers have long before their cores are full. The comparison says so.
func TestOutside11_6Better(t *testing.T) {
	for script, rates := range vendorRates {
		c, err := model.CompareScaling(rates)
		if err != nil {
			t.Fatal(err)
		}
		if c.Better != model.ScalingUSL || c.USLError > 0.10 {
			t.Errorf("%s: %+v", script, c)
		}
	}
}
