package oracle

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	"k8s.io/kube-openapi/pkg/spec3"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"k8s.io/kubectl/pkg/scheme"
	"k8s.io/kubectl/pkg/util/openapi"

	dump "japply.dev/e2e/internal/openapi"
)

const kindExtension = "x-kubernetes-group-version-kind"

// schemas reads OpenAPI documents when they are first asked for, and keeps them.
type schemas struct {
	dir       string
	v2        func() (openapi.Resources, error)
	documents memo[string, *spec3.OpenAPI]
	rules     memo[rulesKey, strategicpatch.LookupPatchMeta]
}

// rulesKey is the part of a question that selects merge rules.
type rulesKey struct {
	gvk, file, name, source string
}

func newSchemas(dir string) *schemas {
	s := &schemas{dir: dir}
	s.v2 = sync.OnceValues(s.readV2)
	return s
}

// metaFor finds the merge rules that the question asks for.
func (s *schemas) metaFor(q request) (strategicpatch.LookupPatchMeta, error) {
	key := rulesKey{gvk: q.GVK, file: q.SchemaFile, name: q.SchemaName, source: q.Schema}
	return s.rules.get(key, func() (strategicpatch.LookupPatchMeta, error) { return s.find(q) })
}

func (s *schemas) find(q request) (strategicpatch.LookupPatchMeta, error) {
	if q.SchemaFile != "" {
		return s.metaFromFile(q.SchemaFile, q.SchemaName)
	}
	gvk, err := parseGVK(q.GVK)
	if err != nil {
		return nil, err
	}
	switch q.Schema {
	case "", "v3":
		return s.metaFromV3(gvk)
	case "v2":
		return s.metaFromV2(gvk)
	case "builtin":
		return metaFromType(gvk)
	}
	return nil, badRequest(fmt.Errorf("unknown schema source %q", q.Schema))
}

func parseGVK(text string) (schema.GroupVersionKind, error) {
	parts := strings.Split(text, "/")
	switch len(parts) {
	case 2:
		return schema.GroupVersionKind{Version: parts[0], Kind: parts[1]}, nil
	case 3:
		return schema.GroupVersionKind{Group: parts[0], Version: parts[1], Kind: parts[2]}, nil
	}
	return schema.GroupVersionKind{}, badRequest(fmt.Errorf("gvk %q is not [GROUP/]VERSION/KIND", text))
}

func (s *schemas) metaFromFile(file, name string) (strategicpatch.LookupPatchMeta, error) {
	doc, err := s.read(file)
	if err != nil {
		return nil, err
	}
	found, ok := doc.Components.Schemas[name]
	if !ok {
		return nil, badSchema(fmt.Errorf("%s has no schema %q", file, name))
	}
	return strategicpatch.PatchMetaFromOpenAPIV3{
		Schema: found, SchemaList: doc.Components.Schemas,
	}, nil
}

// metaFromV3 takes the first matching schema by name, where kubectl takes any.
func (s *schemas) metaFromV3(gvk schema.GroupVersionKind) (strategicpatch.LookupPatchMeta, error) {
	doc, err := s.groupVersion(gvk)
	if err != nil {
		return nil, err
	}
	list := doc.Components.Schemas
	names := make([]string, 0, len(list))
	for name := range list {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		if describes(list[name].Extensions, gvk) {
			return strategicpatch.PatchMetaFromOpenAPIV3{Schema: list[name], SchemaList: list}, nil
		}
	}
	return nil, badSchema(fmt.Errorf("no schema for %s", gvk))
}

func (s *schemas) groupVersion(gvk schema.GroupVersionKind) (*spec3.OpenAPI, error) {
	path := "api/" + gvk.Version
	if gvk.Group != "" {
		path = "apis/" + gvk.Group + "/" + gvk.Version
	}
	return s.read(filepath.Join(s.dir, dump.FileName(path)))
}

// describes tells whether a schema or an operation is marked with this kind.
func describes(marks spec.Extensions, gvk schema.GroupVersionKind) bool {
	type mark struct{ Group, Version, Kind string }
	wanted := mark{gvk.Group, gvk.Version, gvk.Kind}
	var one mark
	if marks.GetObject(kindExtension, &one) == nil && one == wanted {
		return true
	}
	var many []mark
	if marks.GetObject(kindExtension, &many) != nil {
		return false
	}
	for _, candidate := range many {
		if candidate == wanted {
			return true
		}
	}
	return false
}

func (s *schemas) read(file string) (*spec3.OpenAPI, error) {
	return s.documents.get(file, func() (*spec3.OpenAPI, error) { return readV3(file) })
}

func readV3(file string) (*spec3.OpenAPI, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, badSchema(err)
	}
	doc := &spec3.OpenAPI{}
	if err := json.Unmarshal(text, doc); err != nil {
		return nil, badSchema(fmt.Errorf("%s: %w", file, err))
	}
	if doc.Components == nil {
		return nil, badSchema(errors.New(file + " has no components"))
	}
	return doc, nil
}

// metaFromType takes the rules from Go's struct tags, which is what the API server itself does.
func metaFromType(gvk schema.GroupVersionKind) (strategicpatch.LookupPatchMeta, error) {
	object, err := scheme.Scheme.New(gvk)
	if err != nil {
		return nil, badSchema(err)
	}
	return strategicpatch.NewPatchMetaFromStruct(object)
}
