package oracle

import (
	"strings"
	"testing"
)

func TestAnnotation(t *testing.T) {
	reply := asked(t, fields{
		"op":     "annotation",
		"object": `{"kind":"X","apiVersion":"v1","metadata":{"name":"<a>"},"z":null,"n":1.0}`,
	})
	lastApplied := `{"apiVersion":"v1","kind":"X","metadata":{"annotations":{},` +
		`"name":"\u003ca\u003e"},"n":1,"z":null}` + "\n"
	if reply["lastApplied"] != lastApplied {
		t.Errorf("last applied is %v", reply["lastApplied"])
	}
	modified, _ := reply["modified"].(string)
	if !strings.Contains(modified, `"kubectl.kubernetes.io/last-applied-configuration":"{\"apiV`) {
		t.Errorf("modified is %s", modified)
	}
}

func TestCreateBody(t *testing.T) {
	reply := asked(t, fields{
		"op": "createbody",
		"object": `{"apiVersion":"v1","kind":"X","metadata":{"name":"a","resourceVersion":"4"},` +
			`"list":[null,{"gone":null}],"gone":null}`,
	})
	body, _ := reply["body"].(string)
	start, end := `{"apiVersion":"v1","kind":"X","list":[null,{}],`, `,"name":"a"}}`+"\n"
	if !strings.HasPrefix(body, start) || !strings.HasSuffix(body, end) {
		t.Errorf("body is %s", body)
	}
	if !strings.Contains(body, `\"gone\":null`) || !strings.Contains(body, `\"resourceVersion\":\"4\"`) {
		t.Errorf("the annotation must hold the object as it was: %s", body)
	}
}

func TestYAML(t *testing.T) {
	const object = `{"apiVersion":"v1","kind":"X"}`
	cases := map[string]struct{ question, wanted fields }{
		"documents before an error": {
			fields{"op": "yaml", "text": "x: 1e3\n---\n# nothing\n---\nnull\n---\n: :\n---\na: 1\n"},
			fields{
				"documents": []any{`{"x":1000}`},
				"objects":   []any{fields{"error": `Object 'Kind' is missing in '{"x":1000}'`}},
				"error":     "error converting YAML to JSON: yaml: did not find expected key",
			},
		},
		"JSON, one after the other": {
			fields{"op": "yaml", "text": object + "\n" + object},
			fields{
				"documents": []any{object, object},
				"objects":   []any{fields{"json": object + "\n"}, fields{"json": object + "\n"}},
			},
		},
		"a byte order mark": {
			fields{"op": "yaml", "base64": "77u/a2luZDogWAo="},
			fields{
				"documents": []any{`{"kind":"X"}`},
				"objects":   []any{fields{"json": `{"kind":"X"}` + "\n"}},
			},
		},
		"metadata of the wrong type": {
			fields{"op": "yaml", "text": "{kind: X, metadata: {name: 5}}"},
			fields{
				"documents": []any{`{"kind":"X","metadata":{"name":5}}`},
				"objects": []any{fields{"error": "json: cannot unmarshal number into Go struct field " +
					"ObjectMeta.metadata.name of type string"}},
			},
		},
		"nothing": {
			fields{"op": "yaml", "text": ""},
			fields{"documents": []any{}, "objects": []any{}},
		},
		"a list taken apart": {
			fields{"op": "flatten", "text": "{kind: List, apiVersion: v1, items: [{kind: X, apiVersion: v1}]}"},
			fields{"objects": []any{fields{"json": object + "\n", "name": "", "namespace": ""}}},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) { check(t, c.question, c.wanted) })
	}
}

func TestQuantities(t *testing.T) {
	check(t, fields{"op": "quantity", "a": "0.5", "b": "500m"},
		fields{"a": "500m", "b": "500m", "compare": 0.0, "equal": true})
	check(t, fields{"op": "quantity", "a": "1Ki", "b": "1k"},
		fields{"a": "1Ki", "b": "1k", "compare": 1.0, "equal": false})
	reply := asked(t, fields{"op": "quantity", "a": "1", "b": "one"})
	if reply["a"] != "1" || reply["equal"] != nil || reply["bError"] == nil {
		t.Errorf("got %v", reply)
	}
}

func TestNumbers(t *testing.T) {
	for text, wanted := range map[string]string{
		"1e21": "1e+21", "1.0": "1", "1e-7": "1e-7", "12345678901234567890": "12345678901234567000",
		"9223372036854775807": "9223372036854775807", "-0": "0", "100e-2": "1", "0.1": "0.1",
	} {
		check(t, fields{"op": "numbers", "text": text}, fields{"text": wanted})
	}
}
