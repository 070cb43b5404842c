package oracle

import (
	jsonpatch "gopkg.in/evanphx/json-patch.v4"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/jsonmergepatch"
	"k8s.io/apimachinery/pkg/util/mergepatch"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
)

// threeWay makes the patch that `kubectl apply` sends for a built-in type, and applies it.
func threeWay(s *schemas, q request) (answer, error) {
	rules, err := s.metaFor(q)
	if err != nil {
		return nil, err
	}
	overwrite := q.Overwrite == nil || *q.Overwrite
	patch, err := strategicpatch.CreateThreeWayMergePatch(
		document(q.Original), document(q.Modified), document(q.Current), rules, overwrite)
	if err != nil {
		return nil, err
	}
	return patched(patch, document(q.Current), rules), nil
}

// twoWay makes the patch from original to modified, and applies it to original.
func twoWay(s *schemas, q request) (answer, error) {
	rules, err := s.metaFor(q)
	if err != nil {
		return nil, err
	}
	patch, err := strategicpatch.CreateTwoWayMergePatchUsingLookupPatchMeta(
		document(q.Original), document(q.Modified), rules)
	if err != nil {
		return nil, err
	}
	return patched(patch, document(q.Original), rules), nil
}

// patched tells the result apart from the patch: the one may fail without the other.
func patched(patch, target []byte, rules strategicpatch.LookupPatchMeta) answer {
	result, err := strategicpatch.StrategicMergePatchUsingLookupPatchMeta(target, patch, rules)
	return withResult(patch, result, err)
}

func withResult(patch, result []byte, err error) answer {
	if err != nil {
		return answer{
			"patch": string(patch), "resultError": err.Error(), "resultClass": classOf(err),
		}
	}
	return answer{"patch": string(patch), "result": string(result)}
}

func applyPatch(s *schemas, q request) (answer, error) {
	rules, err := s.metaFor(q)
	if err != nil {
		return nil, err
	}
	result, err := strategicpatch.StrategicMergePatchUsingLookupPatchMeta(
		document(q.Current), document(q.Patch), rules)
	if err != nil {
		return nil, err
	}
	return answer{"result": string(result)}, nil
}

// jsonMerge makes the patch that `kubectl apply` sends for a custom resource, and applies it.
func jsonMerge(_ *schemas, q request) (answer, error) {
	var preconditions []mergepatch.PreconditionFunc
	if q.Preconditions {
		preconditions = []mergepatch.PreconditionFunc{
			mergepatch.RequireKeyUnchanged("apiVersion"),
			mergepatch.RequireKeyUnchanged("kind"),
			mergepatch.RequireMetadataKeyUnchanged("name"),
		}
	}
	patch, err := jsonmergepatch.CreateThreeWayJSONMergePatch(
		document(q.Original), document(q.Modified), document(q.Current), preconditions...)
	if err != nil {
		return nil, err
	}
	result, err := jsonpatch.MergePatch(document(q.Current), patch)
	return withResult(patch, result, err), nil
}

// patchType tells which kind of patch kubectl sends for a type, by what the server's document says
// that PATCH accepts.
func patchType(s *schemas, q request) (answer, error) {
	gvk, err := parseGVK(q.GVK)
	if err != nil {
		return nil, err
	}
	doc, err := s.groupVersion(gvk)
	if err != nil {
		return nil, err
	}
	if doc.Paths != nil {
		for _, path := range doc.Paths.Paths {
			if path.Patch == nil || !describes(path.Patch.Extensions, gvk) {
				continue
			}
			body := path.Patch.RequestBody
			if body == nil || body.Content[string(types.StrategicMergePatchType)] == nil {
				return answer{"patchType": string(types.MergePatchType)}, nil
			}
			return answer{"patchType": string(types.StrategicMergePatchType)}, nil
		}
	}
	return answer{"patchType": nil}, nil
}
