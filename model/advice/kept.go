package advice

import (
	"fmt"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/model"
)

// reportedLate is how far folding can lag behind a transaction's end: each server reports its
// oldest one every ten minutes (package timeline), and that is looked at every minute.
const reportedLate = 10*time.Minute + time.Minute

// untilMerges says when merges begin to drop old versions (field case 24).
func (s *Server) untilMerges() string {
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

// KeptWithin works out what is kept at most when nothing younger than a window is folded: in that
// window of the plan, of those that end with a load, which has the most writes.
func KeptWithin(p *workload.Plan, tables []*model.Tables, window time.Duration) KeptVersions {
	k := KeptVersions{Window: window}
	for g, t := range tables {
		var most model.Above
		for _, l := range p.Loads {
			in := t.WrittenIn(p, g, l.To-window, l.To)
			if in.Events+in.Other > most.Events+most.Other {
				most = in
			}
		}
		rows, bytes := t.KeptRows(most)
		k.Rows, k.Bytes = k.Rows+rows, k.Bytes+bytes
		k.BaseRows += float64(t.Rows) * tabletsOf(t.Count, t.Index)
	}
	return k
}

// keptPct is the share of the base from which kept versions are more than a remark: a choice.
const keptPct = 20

// Kept says what undo_retention, or a transaction that has been open for so long, keeps, and
// when a merge helps again (field case 24). kept is for how long versions are kept at least.
func (s *Server) Kept(kept KeptVersions, activeSince time.Duration) Finding {
	f := Finding{Level: Know, Kind: KindVersions, Subject: "tenant"}
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
		f.Level = Plan
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
		f.Level = Plan
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
func (s *Server) Window(activeSince time.Duration) time.Duration {
	return max(s.Options.UndoRetention, activeSince) + reportedLate
}

// oldTransactions lists the transactions that have been open longest.
func (s *Server) oldTransactions() Statement {
	where := "SVR_IP, SVR_PORT, "
	if s.Rules.SingleTenant {
		where = ""
	}
	return s.own("SELECT " + where + "SESSION_ID, TX_ID, STATE, CTX_CREATE_TIME FROM " +
		"oceanbase.GV$OB_TRANSACTION_PARTICIPANTS ORDER BY CTX_CREATE_TIME LIMIT 10;")
}
