package model

import (
	"fmt"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
)

// reportedLate is how far folding can lag behind a transaction's end: each server reports its
// oldest one every ten minutes, and that is looked at every minute.
const reportedLate = transactionReport + time.Minute

// untilMerges says when merges begin to drop old versions (field case 24).
func (s *AdvisedServer) untilMerges() string {
	return fmt.Sprintf("Minor merges never drop deletes and fold no version younger than %s "+
		"(undo_retention, up to %s for the report of transactions); a major does not wait for it.",
		inTime(s.Options.UndoRetention.Seconds()), inTime(reportedLate.Seconds()))
}

// KeptVersions is what old versions take that merges may not fold.
type KeptVersions struct {
	Window      time.Duration // younger versions are kept
	Rows, Bytes float64       // physical, beyond those left once folded; all tablets
	BaseRows    float64       // of all tablets
}

// Kept works out what is kept at most when nothing younger than a window is folded: in that window
// of the plan, of those that end with a load, which has the most writes.
func Kept(p *workload.Plan, tables []*Tables, window time.Duration) KeptVersions {
	k := KeptVersions{Window: window}
	for g, t := range tables {
		var events drawn
		for _, l := range p.Loads {
			in := t.drawnIn(p, g, l.To-window, l.To)
			if in.total() > events.total() {
				events = in
			}
		}
		t.eachTablet(func(b *flowTablet) {
			rows := b.physicalRows(events, drawn{}) - b.physicalRows(events, events)
			rows *= float64(t.Count)
			k.Rows += rows
			k.Bytes += timeline.RunBytes(lsm.Minor, rows, b.index)
			k.BaseRows += float64(t.Rows) * float64(t.Count)
		})
	}
	return k
}

// drawnIn are the write events on one of a group's tables between two times.
func (t *Tables) drawnIn(p *workload.Plan, group int, from, to time.Duration) (sum drawn) {
	for _, l := range p.Loads {
		one := workload.Plan{Loads: []workload.Load{l}}
		if events := eventsIn(&one, group, from, to); events > 0 {
			sum[t.setOf(l)] += events / float64(t.Count)
		}
	}
	return sum
}

// eventsIn are the write events of a group between two times.
func eventsIn(p *workload.Plan, group int, from, to time.Duration) (sum float64) {
	for _, l := range p.Loads {
		if l.Group != group || !writes(l) {
			continue
		}
		if seconds := (min(to, l.To) - max(from, l.From)).Seconds(); seconds > 0 {
			sum += seconds * l.Rate.EventsPerSecond()
		}
	}
	return sum
}

// keptPct is the share of the base from which kept versions are more than a remark: a choice.
const keptPct = 20

// AdviseKept says what undo_retention, or a transaction that has been open for so long, keeps, and
// when a merge helps again (field case 24). kept is for how long versions are kept at least.
func (s *AdvisedServer) AdviseKept(kept KeptVersions, activeSince time.Duration) Finding {
	f := Finding{Level: AdviceKnow, Kind: AdviceVersions, Subject: "tenant"}
	pct := 100 * kept.Rows / max(kept.BaseRows, 1)
	f.Numbers.add("undo_retention_s", s.Options.UndoRetention.Seconds())
	f.Numbers.add("kept_for_s", kept.Window.Seconds())
	f.Numbers.add("kept_rows", kept.Rows)
	f.Numbers.add("kept_bytes", kept.Bytes)
	f.Numbers.add("kept_of_base_pct", pct)
	f.Numbers.add("report_lag_s", reportedLate.Seconds())
	size := fmt.Sprintf("up to %s physical rows, %s, which is %s", inCount(kept.Rows),
		inSize(kept.Bytes), ofBase(pct))
	if activeSince > s.Options.UndoRetention {
		f.Level = AdvicePlan
		f.Numbers.add("active_since_s", activeSince.Seconds())
		f.Do = fmt.Sprintf("end the transaction open for %s: it keeps up to %s of old versions",
			inTime(activeSince.Seconds()), inSize(kept.Bytes))
		f.Text = fmt.Sprintf("A transaction open for %s keeps every version written since: %s. "+
			"Merges fold them again at most %s after it ends. Rows per row of ranges do not "+
			"change by that, their CPU and the disk do.", inTime(activeSince.Seconds()), size,
			inTime((s.Options.UndoRetention + reportedLate).Seconds()))
		f.Statements = []Statement{s.oldTransactions()}
		return f
	}
	f.Text = fmt.Sprintf("undo_retention keeps versions for %s, with the report of transactions "+
		"up to %s: %s.", inTime(s.Options.UndoRetention.Seconds()),
		inTime((s.Options.UndoRetention + reportedLate).Seconds()), size)
	shorter := lsm.DefaultOptions().UndoRetention
	if pct >= keptPct && s.Options.UndoRetention > shorter {
		f.Level = AdvicePlan
		f.Do = fmt.Sprintf("set undo_retention back to %s: it keeps up to %s of old versions",
			inTime(shorter.Seconds()), inSize(kept.Bytes))
		f.Text += fmt.Sprintf(" Unless flashback queries need it, take the default, %s.",
			inTime(shorter.Seconds()))
		f.Statements = []Statement{s.SetTenant("undo_retention",
			fmt.Sprintf("%.0f", shorter.Seconds()))}
		return f
	}
	f.Text += " A merge before that time folds none of them; a major takes them out of what is " +
		"read."
	return f
}

// ofBase is a share of the base in words.
func ofBase(pct float64) string {
	if pct < 200 {
		return fmt.Sprintf("%.0f %% of the base's rows", pct)
	}
	return fmt.Sprintf("%s times the base's rows", shortNumber(pct/100))
}

// Window is for how long versions are kept at least.
func (s *AdvisedServer) Window(activeSince time.Duration) time.Duration {
	return max(s.Options.UndoRetention, activeSince) + reportedLate
}

// oldTransactions lists the transactions that have been open longest.
func (s *AdvisedServer) oldTransactions() Statement {
	where := "SVR_IP, SVR_PORT, "
	if s.Rules.SingleTenant {
		where = ""
	}
	return s.own("SELECT " + where + "SESSION_ID, TX_ID, STATE, CTX_CREATE_TIME FROM " +
		"oceanbase.GV$OB_TRANSACTION_PARTICIPANTS ORDER BY CTX_CREATE_TIME LIMIT 10;")
}
