package oracle

import (
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/kubectl/pkg/util"
)

var codec = unstructured.UnstructuredJSONScheme

func decode(text string) (runtime.Object, error) {
	return runtime.Decode(codec, []byte(text))
}

// annotation gives the value of the last-applied annotation, and the object that carries it.
func annotation(_ *schemas, q request) (answer, error) {
	reply := answer{}
	for name, annotate := range map[string]bool{"lastApplied": false, "modified": true} {
		object, err := decode(q.Object)
		if err != nil {
			return nil, err
		}
		text, err := util.GetModifiedConfiguration(object, annotate, codec)
		if err != nil {
			return nil, err
		}
		reply[name] = string(text)
	}
	return reply, nil
}

// createBody repeats the steps of `kubectl apply` for an object that the cluster does not have,
// up to the request's body.
func createBody(_ *schemas, q request) (answer, error) {
	object, err := decode(q.Object)
	if err != nil {
		return nil, err
	}
	if _, err := util.GetModifiedConfiguration(object, true, codec); err != nil {
		return nil, err
	}
	if err := util.CreateApplyAnnotation(object, codec); err != nil {
		return nil, err
	}
	if tree, ok := object.(runtime.Unstructured); ok {
		dropNulls(tree.UnstructuredContent())
	}
	accessor, err := meta.Accessor(object)
	if err != nil {
		return nil, err
	}
	if accessor.GetResourceVersion() != "" {
		accessor.SetResourceVersion("")
	}
	body, err := runtime.Encode(codec, object)
	if err != nil {
		return nil, err
	}
	return answer{"body": string(body)}, nil
}

// dropNulls removes the null values of maps, in lists too; null elements of lists stay.
func dropNulls(node any) {
	switch node := node.(type) {
	case map[string]any:
		for key, value := range node {
			if value == nil {
				delete(node, key)
				continue
			}
			dropNulls(value)
		}
	case []any:
		for _, value := range node {
			dropNulls(value)
		}
	}
}
