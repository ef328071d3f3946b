package profile

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// testClasses are a small engine e with its caller c.
func testClasses() []Class {
	return []Class{
		{Name: "merge", Functions: []string{"e.(*tree)", "e.merge"}},
		{Name: "fuse", Functions: []string{"e.fuse", "e.mergeRows"}},
		{Name: "decode", Functions: []string{"x/sst"}},
		{Name: "caller", Functions: []string{"c/"}, Calls: []string{"e."}},
		{Name: "runtime", Functions: []string{"runtime.", "gogo"}, WholeStack: true},
	}
}

func TestClassOfStack(t *testing.T) {
	for _, c := range []struct{ name, stack, want string }{
		{"leaf", "e.fuse e.scan c/main.run", "fuse"},
		{"copying below fusing", "runtime.memmove e.fuse e.(*tree).next", "fuse"},
		{"allocating below a helper", "runtime.mallocgc e.grow e.fuse c/main.run", "fuse"},
		{"the innermost class", "e.(*tree).next e.fuse", "merge"},
		{"inlined leaf", "e.(*tree).less<e.fuse c/main.run", "merge"},
		{"inlined root", "runtime.memmove e.less<e.fuse<c/main.run", "fuse"},
		{"a closure", "e.fuse.func1 c/main.run", "fuse"},
		{"a generic function", "e.fuse[...] c/main.run", "fuse"},
		{"a generic method", "e.(*tree[...]).next.func1 c/main.run", "merge"},
		{"the longest beginning", "e.mergeRows c/main.run", "fuse"},
		{"a package below", "x/sst/block.Read e.scan", "decode"},
		{"another package", "x/s.Read", Other},
		{"the engine without a class", "runtime.memmove e.scan c/main.run", Other},
		{"called back", "c/main.row e.scan c/main.run", "caller"},
		{"fusing above a call back", "strings.Index c/main.row e.fuse c/main.run", "caller"},
		{"the caller's own", "runtime.memmove strings.Clone c/main.run", "caller"},
		{"no name at the leaf", "0x e.fuse c/main.run", "fuse"},
		{"background", "runtime.scanObject runtime.gcBgMarkWorker", "runtime"},
		{"the scheduler", "gogo", "runtime"},
		{"no name in the runtime", "0x runtime.mcall", Other},
		{"runtime below other code", "runtime.memmove os.Read runtime.main", Other},
		{"runtime above other code", "os.Read runtime.main", Other},
		{"no stack", "", Other},
	} {
		// A second sample, of no time, so that there are functions when there is no stack.
		s := newBuilder().add(c.stack, 1).add("os.Read", 0).shares(t, testClasses())
		if got := classOf(t, s); got != c.want {
			t.Errorf("%s: %s is in %q, want %q", c.name, c.stack, got, c.want)
		}
	}
}

func TestRefusedClasses(t *testing.T) {
	named := func(names ...string) (classes []Class) {
		for _, name := range names {
			classes = append(classes, Class{Name: name, Functions: []string{"f"}})
		}
		return classes
	}
	for _, c := range []struct {
		classes []Class
		want    string
	}{
		{named("a", "b", "a"), `class 3 ("a"): the name`},
		{named(""), `class 1 (""): the name`},
		{named(Other), `class 1 ("other"): the name`},
		{[]Class{{Name: "a"}}, "no functions"},
		{[]Class{{Name: "a", Functions: []string{"f", ""}}}, "function name is empty"},
		{[]Class{{Name: "a", Functions: []string{"f"}, Calls: []string{""}}}, "name is empty"},
	} {
		_, err := Read(strings.NewReader(""), c.classes)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want one with %q", err, c.want)
		}
	}
}

// The table is a valid one, and each class gets the stacks that it is meant for.
func TestClasses(t *testing.T) {
	const client = " github.com/readamp/readamp/validate/target.(*embedded).query"
	for _, c := range []struct{ stack, want string }{
		{rows + "(*loserTree).next" + client, Merging},
		{rows + "(*scanner).advance " + rows + "(*scanner).mergeTied" + client, Merging},
		{"runtime.memmove " + rows + "(*node).fuse" + client, Fusing},
		{rows + "(*fuser).keep " + rows + "(*fuser).add " + rows + "(*scanner).mergeAlone",
			Fusing},
		{"cmpbody " + rows + "(*skipList).seek" + client, Memtable},
		{"github.com/golang/snappy.Decode " + pebble + "sstable/block.Decompress" + client,
			BlockDecode},
		{rows + "(*fuser).keep " + rows + "(*fuser).take " + rows + "(*scanner).scanBlock",
			BlockScan},
		{pebble + "bloom.tableFilter.MayContain " + pebble + "sstable.(*Reader).get", Probing},
		{rows + "(*Tablet).Scan" + client, Other},
		{"strconv.Itoa" + client, Client},
		{module + "lsm/keydist.(*Stream).Next", Client},
		{"github.com/HdrHistogram/hdrhistogram-go.(*Histogram).RecordValue main.main", Client},
		{"internal/runtime/gc/scan.scanSpanPackedAVX512 runtime.gcBgMarkWorker", Runtime},
		{"expandAVX512_28 runtime.gcBgMarkWorker", Runtime},
		{"runtime/pprof.profileWriter", Other},
	} {
		s := newBuilder().add(c.stack, 1).shares(t, Classes())
		if got := classOf(t, s); got != c.want {
			t.Errorf("%s is in %q, want %q", c.stack, got, c.want)
		}
	}
	want := []string{Merging, Fusing, Memtable, BlockDecode, BlockScan, Probing, Client, Runtime}
	var got []string
	for _, c := range Classes() {
		got = append(got, c.Name)
	}
	if !slices.Equal(got, want) {
		t.Errorf("order %q, want %q", got, want)
	}
}

// TestEngineNames: every name of the engine in the table begins the name of a function there is.
func TestEngineNames(t *testing.T) {
	files, err := filepath.Glob("../../lsm/rows/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files of the engine, %v", len(files), err)
	}
	var functions []string
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				functions = append(functions, rows+functionName(f))
			}
		}
	}
	for _, class := range Classes() {
		for _, name := range class.Functions {
			begins := func(f string) bool { return strings.HasPrefix(f, name) }
			if strings.HasPrefix(name, rows) && !slices.ContainsFunc(functions, begins) {
				t.Errorf("%s: no function begins with %s", class.Name, name)
			}
		}
	}
}

// functionName is a function's name as a profile shows it, without its package.
func functionName(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	receiver := f.Recv.List[0].Type
	pointer, isPointer := receiver.(*ast.StarExpr)
	if isPointer {
		receiver = pointer.X
	}
	if generic, ok := receiver.(*ast.IndexExpr); ok {
		receiver = generic.X
	}
	name := receiver.(*ast.Ident).Name
	if isPointer {
		name = "(*" + name + ")"
	}
	return name + "." + f.Name.Name
}
