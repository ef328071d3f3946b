package advice_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/readamp/readamp/model/advice"
)

func TestRank(t *testing.T) {
	list := advice.Rank([]advice.Finding{
		{Level: advice.Know, Text: "a"}, {Level: advice.Plan, Text: "b", Do: "b"},
		{Level: advice.Act, Text: "c", Do: "c"},
		{Level: advice.Plan, Text: "d", Do: "d"}})
	got := ""
	for i, f := range list {
		if got += f.Text; f.Rank != i+1 {
			t.Errorf("%s has rank %d", f.Text, f.Rank)
		}
	}
	if got != "cbda" {
		t.Errorf("order %s, want cbda", got)
	}
	if todo := advice.Todo(list); len(todo) != 3 || todo[2].Do != "d" {
		t.Errorf("to do: %v", todo)
	}
}

func TestFiguresJSON(t *testing.T) {
	f := advice.Figures{{Name: "b_s", Value: 1.5}, {Name: "a_bytes", Value: 15330148}}
	text, err := json.Marshal(f)
	if err != nil || string(text) != `{"b_s":1.5,"a_bytes":15330148}` {
		t.Errorf("%s, %v", text, err)
	}
	if got := f.Get("a_bytes"); got != 15330148 {
		t.Errorf("a_bytes is %v", got)
	}
	if got := f.Get("c"); !math.IsNaN(got) {
		t.Errorf("c is %v", got)
	}
}
