package advice_test

import (
	"testing"

	"github.com/readamp/readamp/model/advice"
)

// TestStatements: who runs what where, by release.
func TestStatements(t *testing.T) {
	named := advised(t, "4.3.5")
	named.Tenant = "shop"
	seekdb := advised(t, "seekdb")
	seekdb.Tenant = "shop" // it has no tenants
	for _, c := range []struct{ got, want advice.Statement }{
		{named.MajorFreeze(), advice.Statement{In: "sys",
			SQL: "ALTER SYSTEM MAJOR FREEZE TENANT = shop;"}},
		{advised(t, "4.0").MajorFreeze(), advice.Statement{In: "tenant",
			SQL: "ALTER SYSTEM MAJOR FREEZE;"}},
		{seekdb.MajorFreeze(), advice.Statement{In: "seekdb", SQL: "ALTER SYSTEM MAJOR FREEZE;"}},
		{named.SetTenant("undo_retention", "1800"), advice.Statement{In: "sys",
			SQL: "ALTER SYSTEM SET undo_retention = 1800 TENANT = 'shop';"}},
		{advised(t, "4.4").SetTenant("undo_retention", "1800"), advice.Statement{In: "tenant",
			SQL: "ALTER SYSTEM SET undo_retention = 1800;"}},
		{named.SetCluster("memstore_limit_percentage", "50"), advice.Statement{In: "sys",
			SQL: "ALTER SYSTEM SET memstore_limit_percentage = 50;"}},
		{seekdb.SetCluster("memstore_limit_percentage", "50"), advice.Statement{In: "seekdb",
			SQL: "ALTER SYSTEM SET memstore_limit_percentage = 50;"}},
		{named.TableMode("shop.t1", "queuing"), advice.Statement{In: "tenant",
			SQL: "ALTER TABLE shop.t1 TABLE_MODE = 'queuing';"}},
		{named.TableMode("shop.t-1", "queuing"), advice.Statement{In: "tenant",
			SQL: "ALTER TABLE `shop`.`t-1` TABLE_MODE = 'queuing';"}},
	} {
		if c.got != c.want {
			t.Errorf("got %v, want %v", c.got, c.want)
		}
	}
}
