package oracle

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestKustomize(t *testing.T) {
	root := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("a/kustomization.yaml", "resources: [b.yaml, ../c.yaml]\ncommonLabels: {x: z}\n")
	write("a/b.yaml", "kind: ConfigMap\napiVersion: v1\nmetadata: {name: b}\n")
	write("c.yaml", "kind: Namespace\napiVersion: v1\nmetadata: {name: c}\n")

	question := fields{"op": "kustomize", "directory": filepath.Join(root, "a")}
	restricted := asked(t, question)
	if text, _ := restricted["buildError"].(string); !strings.Contains(text, "security; file") {
		t.Errorf("got %v", restricted)
	}
	question["unrestricted"] = true
	all := asked(t, question)
	config := "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  labels:\n    x: z\n  name: b\n"
	namespace := "apiVersion: v1\nkind: Namespace\nmetadata:\n  labels:\n    x: z\n  name: c\n"
	if all["output"] != namespace+"---\n"+config {
		t.Errorf("got %v", all)
	}
	if text, _ := all["warnings"].(string); !strings.Contains(text, "'commonLabels' is deprecated") {
		t.Errorf("got %v", all)
	}
	question["reorder"] = "none"
	if got := asked(t, question)["output"]; got != config+"---\n"+namespace {
		t.Errorf("got %v", got)
	}
}
