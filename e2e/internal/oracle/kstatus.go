package oracle

import (
	"errors"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/cli-utils/pkg/kstatus/status"
)

// readiness is what kstatus says of a live object: its status and a message; an error where it cannot
// tell, as of fields of a wrong type.
func readiness(_ *schemas, q request) (answer, error) {
	object, err := decode(q.Object)
	if err != nil {
		return nil, err
	}
	tree, ok := object.(*unstructured.Unstructured)
	if !ok {
		return nil, badRequest(errors.New("not one object"))
	}
	result, err := status.Compute(tree)
	if err != nil {
		return nil, err
	}
	return answer{"status": result.Status.String(), "message": result.Message}, nil
}
