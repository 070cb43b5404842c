package oracle

import (
	"fmt"
	"os"
	"path/filepath"

	openapi_v2 "github.com/google/gnostic-models/openapiv2"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	"k8s.io/kubectl/pkg/util/openapi"
)

func (s *schemas) metaFromV2(gvk schema.GroupVersionKind) (strategicpatch.LookupPatchMeta, error) {
	resources, err := s.v2()
	if err != nil {
		return nil, err
	}
	found := resources.LookupResource(gvk)
	if found == nil {
		return nil, badSchema(fmt.Errorf("no schema for %s", gvk))
	}
	return strategicpatch.PatchMetaFromOpenAPI{Schema: found}, nil
}

func (s *schemas) readV2() (openapi.Resources, error) {
	text, err := os.ReadFile(filepath.Join(s.dir, "openapi_v2.json"))
	if err != nil {
		return nil, badSchema(err)
	}
	doc, err := openapi_v2.ParseDocument(text)
	if err != nil {
		return nil, badSchema(err)
	}
	resources, err := openapi.NewOpenAPIData(doc)
	if err != nil {
		return nil, badSchema(err)
	}
	return resources, nil
}
