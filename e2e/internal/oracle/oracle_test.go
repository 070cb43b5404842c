package oracle

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// fields shortens the questions and answers of the tables below.
type fields = map[string]any

const widget = "example.com/v1/Widget"

// asked sends one question through the whole of the oracle.
func asked(t *testing.T, question fields) fields {
	t.Helper()
	line, err := json.Marshal(question)
	if err != nil {
		t.Fatal(err)
	}
	var reply fields
	if err := json.Unmarshal(answerLine(newSchemas("testdata"), line), &reply); err != nil {
		t.Fatal(err)
	}
	return reply
}

func check(t *testing.T, question, wanted fields) {
	t.Helper()
	if got := asked(t, question); !reflect.DeepEqual(got, wanted) {
		t.Errorf("question %v\n   got %v\nwanted %v", question, got, wanted)
	}
}

func TestMergeOperations(t *testing.T) {
	cases := map[string]struct{ question, wanted fields }{
		"a key left out is deleted, a foreign one stays": {
			fields{
				"op": "threeway", "gvk": widget,
				"original": `{"parts":[{"name":"a"},{"name":"b"}]}`,
				"modified": `{"parts":[{"name":"a","count":2}]}`,
				"current":  `{"parts":[{"name":"a"},{"name":"b"},{"name":"c"}]}`,
			},
			fields{
				"patch": `{"$setElementOrder/parts":[{"name":"a"}],` +
					`"parts":[{"count":2,"name":"a"},{"$patch":"delete","name":"b"}]}`,
				"result": `{"parts":[{"count":2,"name":"a"},{"name":"c"}]}`,
			},
		},
		"no original": {
			fields{
				"op": "threeway", "gvk": widget, "original": nil,
				"modified": `{"size":1}`, "current": `{"size":2,"tags":["x"]}`,
			},
			fields{"patch": `{"size":1}`, "result": `{"size":1,"tags":["x"]}`},
		},
		"a schema by file and name": {
			fields{
				"op": "threeway", "original": `{}`, "modified": `{"count":1}`, "current": `{}`,
				"schemaFile": "testdata/apis__example.com__v1.json",
				"schemaName": "com.example.v1.Part",
			},
			fields{"patch": `{"count":1}`, "result": `{"count":1}`},
		},
		"two documents": {
			fields{
				"op": "twoway", "gvk": widget,
				"original": `{"tags":["x","y"]}`, "modified": `{"tags":["y","z"]}`,
			},
			fields{
				"patch": `{"$deleteFromPrimitiveList/tags":["x"],` +
					`"$setElementOrder/tags":["y","z"],"tags":["z"]}`,
				"result": `{"tags":["y","z"]}`,
			},
		},
		"a patch applied": {
			fields{
				"op": "apply", "gvk": widget, "current": `{"shape":{"a":"1"}}`,
				"patch": `{"shape":{"$retainKeys":["b"],"b":"2"}}`,
			},
			fields{"result": `{"shape":{"b":"2"}}`},
		},
		"rules from Go types": {
			fields{
				"op": "apply", "gvk": "v1/Pod", "schema": "builtin",
				"current": `{"spec":{"containers":[{"name":"a"}]}}`,
				"patch":   `{"spec":{"containers":[{"name":"b"}]}}`,
			},
			fields{"result": `{"spec":{"containers":[{"name":"b"},{"name":"a"}]}}`},
		},
		"JSON merge patch": {
			fields{
				"op": "jsonmerge", "original": `{"a":1,"b":2}`, "modified": `{"a":3}`,
				"current": `{"a":1,"b":2,"c":12345678901234567890}`,
			},
			fields{"patch": `{"a":3,"b":null}`, "result": `{"a":3,"c":12345678901234567890}`},
		},
		"strategic": {
			fields{"op": "patchtype", "gvk": widget},
			fields{"patchType": "application/strategic-merge-patch+json"},
		},
		"not strategic": {
			fields{"op": "patchtype", "gvk": "example.com/v1/Gadget"},
			fields{"patchType": "application/merge-patch+json"},
		},
		"not served": {
			fields{"op": "patchtype", "gvk": "example.com/v1/Gizmo"}, fields{"patchType": nil},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) { check(t, c.question, c.wanted) })
	}
}

func TestErrorClasses(t *testing.T) {
	threeWay := func(modified, current string) fields {
		return fields{
			"op": "threeway", "gvk": widget, "original": `{"size":0}`,
			"modified": modified, "current": current, "overwrite": false,
		}
	}
	apply := func(current, patch string) fields {
		return fields{"op": "apply", "gvk": widget, "current": current, "patch": patch}
	}
	cases := map[string][]fields{
		"conflict":        {threeWay(`{"size":1}`, `{"size":2}`)},
		"badJSON":         {threeWay(`[]`, `{}`), apply(`{`, `{}`), {"op": "numbers", "text": "01"}},
		"mergeKeyMissing": {threeWay(`{"parts":[{"count":1}]}`, `{"parts":[{"name":"a"}]}`)},
		"unknownField":    {threeWay(`{"no":{"a":1}}`, `{"no":{"a":2}}`)},
		"mixedTypes":      {threeWay(`{"parts":[1,{"name":"a"}]}`, `{"parts":[{"name":"a"}]}`)},
		"listOfLists":     {threeWay(`{"tags":[["a"]]}`, `{"tags":[["b"]]}`)},
		"badPatchType":    {apply(`{"parts":[{"name":"a"}]}`, `{"parts":[{"name":"a","$patch":"no"}]}`)},
		"retainKeys":      {apply(`{"shape":{"a":"1"}}`, `{"shape":{"$retainKeys":["a"],"b":"2"}}`)},
		"setElementOrder": {apply(`{"tags":["a"]}`, `{"$setElementOrder/tags":["a"],"tags":["b"]}`)},
		"precondition": {{
			"op": "jsonmerge", "preconditions": true, "original": `{"kind":"A"}`,
			"modified": `{"kind":"B"}`, "current": `{"kind":"A"}`,
		}},
		"badSchema": {{"op": "apply", "gvk": "example.com/v1/Gizmo"}, {"op": "apply", "gvk": "a/v1/B"}},
		"badRequest": {
			{"op": "unheard of"}, {"op": "apply", "gvk": "Pod"},
			{"op": "numbers", "text": `1,"w":2`}, {"op": 1},
		},
	}
	for class, questions := range cases {
		for i, question := range questions {
			t.Run(fmt.Sprint(class, i), func(t *testing.T) {
				reply := asked(t, question)
				if reply["class"] != class || reply["error"] == "" || reply["patch"] != nil {
					t.Errorf("question %v\n   got %v\nwanted class %s", question, reply, class)
				}
			})
		}
	}
}

func TestMergesAreTimedAsOftenAsAskedFor(t *testing.T) {
	merge := fields{"gvk": widget, "original": `{}`, "modified": `{"size":1}`, "current": `{}`}
	reply := asked(t, fields{"op": "time", "times": 3, "cases": []any{merge, merge}})
	nanos, _ := reply["nanos"].([]any)
	if len(nanos) != 3 {
		t.Errorf("got %v, wanted three times", reply)
	}
	for _, took := range nanos {
		if took.(float64) <= 0 {
			t.Errorf("two merges took %v ns", took)
		}
	}
	merge["modified"] = `[]`
	failed := asked(t, fields{"op": "time", "times": 1, "cases": []any{merge}})
	if failed["class"] != "badJSON" {
		t.Errorf("got %v, wanted the error of the merge", failed)
	}
}

func TestAPanicIsAnAnswer(t *testing.T) {
	operations["panics"] = func(*schemas, request) (answer, error) { panic("on purpose") }
	defer delete(operations, "panics")
	check(t, fields{"id": 7, "op": "panics"}, fields{"id": 7.0, "panic": "on purpose"})
}

func TestAnswersComeInOrder(t *testing.T) {
	const count = 500
	var in, out bytes.Buffer
	for i := range count {
		fmt.Fprintf(&in, `{"id":%d,"op":"numbers","text":"%d.0"}`+"\n\n", i, i)
	}
	if err := serve(&in, &out, newSchemas(""), 4); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if len(lines) != count {
		t.Fatalf("%d answers to %d questions", len(lines), count)
	}
	for i, line := range lines {
		if wanted := fmt.Sprintf(`{"id":%d,"text":"%d"}`, i, i); line != wanted {
			t.Fatalf("answer %d is %s, wanted %s", i, line, wanted)
		}
	}
}
