package advice

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/lsm/timeline"
)

// Server is the server that advice is for.
type Server struct {
	Options     lsm.Options
	Rules       lsm.Rules
	Limits      freeze.Limits
	Timing      timeline.Timing
	CPUs        int
	SmallTenant bool
	// TimeOfDay is the server's local time when the plan begins.
	TimeOfDay time.Duration
	// Tenant is the tenant's name. With one, statements are for the sys tenant; without, they are
	// for a session inside the tenant, where the clause TENANT is not allowed.
	Tenant string
}

// Statement is what to run, and in which tenant.
type Statement struct {
	In  string `json:"in"` // sys, tenant, or seekdb, which has only one
	SQL string `json:"sql"`
}

// Values of Statement.In.
const (
	inSys    = "sys"
	inTenant = "tenant"
	inSeekdb = "seekdb"
)

// own is a statement run inside the tenant.
func (s *Server) own(sql string) Statement {
	if s.Rules.SingleTenant {
		return Statement{inSeekdb, sql}
	}
	return Statement{inTenant, sql}
}

// cluster is a statement that concerns the whole cluster.
func (s *Server) cluster(sql string) Statement {
	if s.Rules.SingleTenant {
		return Statement{inSeekdb, sql}
	}
	return Statement{inSys, sql}
}

// named says whether statements name the tenant.
func (s *Server) named() bool { return s.Tenant != "" && !s.Rules.SingleTenant }

// MajorFreeze merges all tablets of the tenant. From sys without TENANT it would be for sys alone.
func (s *Server) MajorFreeze() Statement {
	if s.named() {
		return Statement{inSys, "ALTER SYSTEM MAJOR FREEZE TENANT = " + s.Tenant + ";"}
	}
	return s.own("ALTER SYSTEM MAJOR FREEZE;")
}

// SetTenant sets a parameter of the tenant. seekdb has all of them at cluster level.
func (s *Server) SetTenant(parameter, value string) Statement {
	sql := "ALTER SYSTEM SET " + parameter + " = " + value
	if s.named() {
		return Statement{inSys, sql + " TENANT = '" + s.Tenant + "';"}
	}
	return s.own(sql + ";")
}

// SetCluster sets a parameter of the cluster.
func (s *Server) SetCluster(parameter, value string) Statement {
	return s.cluster("ALTER SYSTEM SET " + parameter + " = " + value + ";")
}

// plainName is a name that needs no quotes in SQL.
var plainName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_$]*(\.[A-Za-z_][A-Za-z0-9_$]*)?$`)

func quoted(table string) string {
	if plainName.MatchString(table) {
		return table
	}
	return "`" + strings.ReplaceAll(table, ".", "`.`") + "`"
}

// TableMode gives a table its mode. A change works after about two minutes.
func (s *Server) TableMode(table, mode string) Statement {
	return s.own("ALTER TABLE " + quoted(table) + " TABLE_MODE = '" + mode + "';")
}

// listedTables is how many tables of a group get a statement each; of more, a query writes them.
const listedTables = 4

// tableModes are the statements for all tables of a group.
func (s *Server) tableModes(group string, tables int, mode string) (list []Statement) {
	if tables > listedTables {
		return []Statement{s.own("SELECT CONCAT('ALTER TABLE ', TABLE_SCHEMA, '.', TABLE_NAME, " +
			"' TABLE_MODE = ''" + mode + "'';') FROM information_schema.TABLES WHERE " +
			"TABLE_NAME REGEXP '" + namesOf(group) + "';")}
	}
	for i := range tables {
		list = append(list, s.TableMode(fmt.Sprintf("%s%d", group, i+1), mode))
	}
	return list
}

// namesOf is a pattern for the names of a group's tables.
func namesOf(group string) string { return "^" + group + "[0-9]+$" }

// tabletMajors writes the statements that merge the tablets of one group only.
func (s *Server) tabletMajors(group string) Statement {
	const freeze = "SELECT CONCAT('ALTER SYSTEM MAJOR FREEZE TABLET_ID = ', "
	if s.Rules.SingleTenant { // has no DBA_OB_TABLE_LOCATIONS; DATA_OBJECT_ID is the tablet
		return s.own(freeze + "DATA_OBJECT_ID, ';') FROM oceanbase.DBA_OBJECTS WHERE " +
			"OBJECT_TYPE = 'TABLE' AND OBJECT_NAME REGEXP '" + namesOf(group) + "';")
	}
	return s.own("SELECT DISTINCT" + freeze[len("SELECT"):] + "i.TABLET_ID, ';') FROM " +
		"oceanbase.DBA_OB_TABLE_LOCATIONS t JOIN oceanbase.DBA_OB_TABLE_LOCATIONS i ON " +
		"i.TABLE_ID = t.TABLE_ID OR i.DATA_TABLE_ID = t.TABLE_ID WHERE t.TABLE_NAME REGEXP '" +
		namesOf(group) + "';")
}

// numbers is the release's numbers. One that is not written, as the patch in 4.2.5, is the newest
// of its line; so is 4.2, which stands for 4.2.1. seekdb has the code of 4.4.
func (s *Server) numbers() []int {
	if s.Rules.SingleTenant {
		return []int{4, 4, 0, newestNumber}
	}
	var list []int
	for _, part := range strings.Split(s.Rules.Version, ".") {
		n, err := strconv.Atoi(part)
		if err != nil {
			break
		}
		list = append(list, n)
	}
	if slices.Equal(list, []int{4, 2}) {
		list = append(list, 1)
	}
	for len(list) < 4 {
		list = append(list, newestNumber)
	}
	return list
}

const newestNumber = 9999

// within says whether the release lies between two, both included.
func (s *Server) within(first, last []int) bool {
	r := s.numbers()
	return slices.Compare(r, first) >= 0 && slices.Compare(r, last) <= 0
}

// mergesTablets says whether MAJOR FREEZE takes a TABLET_ID: 4.3.x, 4.4 and "late 4.2.x", which is
// read as 4.2.5 on.
func (s *Server) mergesTablets() bool {
	return s.within([]int{4, 2, 5, 0}, []int{newestNumber})
}
