package tidy

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// top is the top of the tree, seen from this folder.
const top = "../.."

// TestTree is what this package is for.
func TestTree(t *testing.T) {
	tree, err := ReadTree(os.DirFS(top))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range Check(tree) {
		t.Error(p)
	}
}

// TestModule: the rules about imports know the module by the name that go.mod gives it.
func TestModule(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(top, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(text), "module "+module+"\n") {
		t.Errorf("go.mod does not begin with module %s", module)
	}
}

// TestWebAssembly: the page that answers what-if questions is made of these packages.
func TestWebAssembly(t *testing.T) {
	args := []string{"build"}
	for _, dir := range []string{"lsm", "lsm/keydist", "lsm/workload", "model"} {
		if _, err := os.Stat(filepath.Join(top, dir)); err == nil {
			args = append(args, "./"+dir)
		}
	}
	if len(args) == 1 {
		t.Skip("none of these packages exists")
	}
	cmd := exec.Command("go", args...)
	cmd.Dir = top
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("go %s: %v\n%s", strings.Join(args, " "), err, bytes.TrimSpace(out))
	}
}
