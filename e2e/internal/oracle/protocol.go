package oracle

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// request has the fields of all operations; each reads those that it knows.
type request struct {
	ID json.RawMessage `json:"id"`
	Op string          `json:"op"`

	// GVK names a built-in type, as in "apps/v1/Deployment" or "v1/Pod".
	GVK string `json:"gvk"`
	// SchemaFile and SchemaName take its place: an OpenAPI v3 document and a schema in it.
	SchemaFile string `json:"schemaFile"`
	SchemaName string `json:"schemaName"`
	// Schema tells where the merge rules of GVK come from: "v3" (the default), "v2" or "builtin".
	Schema string `json:"schema"`

	Original *string `json:"original"`
	Modified *string `json:"modified"`
	Current  *string `json:"current"`
	Patch    *string `json:"patch"`
	// Overwrite is kubectl's flag, and true by default like it.
	Overwrite *bool `json:"overwrite"`
	// Preconditions adds to jsonmerge kubectl's check that a patch changes no identity.
	Preconditions bool `json:"preconditions"`

	Object string `json:"object"`
	Text   string `json:"text"`
	// Base64 takes the place of Text for bytes that are not UTF-8.
	Base64 string `json:"base64"`
	// Raw leaves out the removal of a byte order mark, as kubectl does for URLs.
	Raw bool `json:"raw"`

	// Format and Template are the flags -o and --template; AllowMissing is true by default.
	Format       string   `json:"format"`
	Template     string   `json:"template"`
	AllowMissing *bool    `json:"allowMissing"`
	Objects      []string `json:"objects"`

	// Directory is to be built; Reorder and Unrestricted are kustomize's flags --reorder and
	// --load-restrictor.
	Directory    string `json:"directory"`
	Reorder      string `json:"reorder"`
	Unrestricted bool   `json:"unrestricted"`

	A string `json:"a"`
	B string `json:"b"`

	// Cases are questions for one operation, which is carried out so many Times.
	Cases []request `json:"cases"`
	Times int       `json:"times"`
}

// answer is what an operation adds to the answering line.
type answer map[string]any

// operations answer with an error when upstream's code gives one; the line then has "error" and
// "class" in place of results.
var operations = map[string]func(*schemas, request) (answer, error){
	"threeway":   threeWay,
	"twoway":     twoWay,
	"apply":      applyPatch,
	"patchtype":  patchType,
	"jsonmerge":  jsonMerge,
	"yaml":       readYAML,
	"flatten":    flatten,
	"annotation": annotation,
	"createbody": createBody,
	"quantity":   quantity,
	"numbers":    numbers,
	"print":      printed,
	"kustomize":  kustomize,
	"pkgupdate":  updated,
	"kstatus":    readiness,
	"time":       timeMerges,
}

// answerLine never fails and never panics: what goes wrong is in the line.
func answerLine(schemas *schemas, line []byte) []byte {
	var question request
	var reply answer
	if err := json.Unmarshal(line, &question); err != nil {
		reply = failure(badRequest(fmt.Errorf("not a question: %w", err)))
	} else {
		reply = ask(schemas, question)
	}
	if question.ID != nil {
		reply["id"] = question.ID
	}
	return encodeLine(reply)
}

func ask(schemas *schemas, question request) (reply answer) {
	defer func() {
		if reason := recover(); reason != nil {
			reply = answer{"panic": fmt.Sprint(reason)}
		}
	}()
	operation, ok := operations[question.Op]
	if !ok {
		return failure(badRequest(fmt.Errorf("unknown op %q", question.Op)))
	}
	reply, err := operation(schemas, question)
	if err != nil {
		return failure(err)
	}
	return reply
}

func failure(err error) answer {
	return answer{"error": err.Error(), "class": classOf(err)}
}

// encodeLine leaves <, > and & as they are.
func encodeLine(reply answer) []byte {
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(reply); err != nil {
		panic(err) // only for an id that is not JSON, and it was read as JSON
	}
	return line.Bytes()
}

// document turns an absent document into the nil that upstream's functions take for one.
func document(text *string) []byte {
	if text == nil {
		return nil
	}
	return []byte(*text)
}
