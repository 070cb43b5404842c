package oracle

import "testing"

func TestPackageUpdate(t *testing.T) {
	object := func(spec string) string {
		return "apiVersion: v1\nkind: Pod\nspec:\n" + spec
	}
	check(t,
		fields{
			"op":       "pkgupdate",
			"original": object("  a: 1\n  b: x\n"),
			"modified": object("  a: 2\n  b: x\n"),
			"current":  object("  a: 1 # ours\n"),
		},
		fields{"merged": object("  a: 2\n")})
	check(t,
		fields{
			"op":       "pkgupdate",
			"original": nil,
			"modified": object("  containers:\n  - name: a\n    image: i\n"),
			"current":  object("  containers:\n  - name: b\n"),
		},
		fields{"merged": object("  containers:\n  - name: b\n  - image: i\n    name: a\n")})
	// A null that was there before does not clear the field, and quotes are no change of a list.
	check(t,
		fields{
			"op":       "pkgupdate",
			"original": object("  a: null\n  l: [x]\n"),
			"modified": object("  a: null\n  l: ['x']\n"),
			"current":  object("  a: 1\n  l: [y]\n"),
		},
		fields{"merged": object("  a: 1\n  l: [y]\n")})
	reply := asked(t, fields{
		"op": "pkgupdate", "original": "a: 1\n", "modified": "a: {b: 1}\n", "current": "a: 1\n",
	})
	if reply["error"] == nil || reply["class"] != "other" {
		t.Errorf("got %v", reply)
	}
}
