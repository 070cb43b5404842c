package oracle

import "testing"

func TestPrint(t *testing.T) {
	one := []string{`{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}`}
	two := append(one, `{"apiVersion":"v1","kind":"Secret","metadata":{"name":"b","generation":2}}`)
	check(t,
		fields{"op": "print", "format": "jsonpath={.metadata.name}{.x}", "objects": one},
		fields{"output": "a"})
	check(t,
		fields{"op": "print", "format": "jsonpath", "template": "{.items[*].kind}", "objects": two},
		fields{"output": "ConfigMap Secret"})
	check(t,
		fields{"op": "print", "template": "{{len .items}}", "objects": two},
		fields{"output": "2"})
	check(t,
		fields{"op": "print", "format": "jsonpath={", "objects": one},
		fields{"flagsError": "error parsing jsonpath {, unclosed action"})
	check(t,
		fields{"op": "print", "format": "kyaml", "objects": one},
		fields{"output": "---\n{\n  apiVersion: \"v1\",\n  kind: \"ConfigMap\",\n" +
			"  metadata: {\n    name: \"a\",\n  },\n}\n"})
	missing := asked(t, fields{
		"op": "print", "format": "go-template=<{{.x}}>", "allowMissing": false, "objects": one,
	})
	wanted := `error executing template "<{{.x}}>": template: output:1:3: ` +
		`executing "output" at <.x>: map has no entry for key "x"`
	if missing["printError"] != wanted {
		t.Errorf("got %v", missing)
	}
}
