package oracle

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
)

// quantity compares two quantities and writes each as Kubernetes does.
func quantity(_ *schemas, q request) (answer, error) {
	reply := answer{}
	a, errA := resource.ParseQuantity(q.A)
	describe(reply, "a", a, errA)
	b, errB := resource.ParseQuantity(q.B)
	describe(reply, "b", b, errB)
	if errA == nil && errB == nil {
		reply["compare"] = a.Cmp(b)
		reply["equal"] = a.Cmp(b) == 0
	}
	return reply, nil
}

func describe(reply answer, name string, value resource.Quantity, err error) {
	if err != nil {
		reply[name+"Error"] = err.Error()
		return
	}
	reply[name] = value.String()
}

// The object around a number sorts it last, so that what follows it is known.
const (
	numberPrefix = `{"apiVersion":"v1","kind":"Number","value":`
	numberSuffix = "}"
)

// numbers gives the form in which an object read and written again holds a JSON value.
func numbers(_ *schemas, q request) (answer, error) {
	object, err := decode(numberPrefix + q.Text + numberSuffix)
	if err != nil {
		return nil, err
	}
	if tree, ok := object.(*unstructured.Unstructured); !ok || len(tree.Object) != 3 {
		return nil, badRequest(fmt.Errorf("%q is not one JSON value", q.Text))
	}
	encoded, err := runtime.Encode(codec, object)
	if err != nil {
		return nil, err
	}
	text := strings.TrimSuffix(string(encoded), numberSuffix+"\n")
	return answer{"text": strings.TrimPrefix(text, numberPrefix)}, nil
}
