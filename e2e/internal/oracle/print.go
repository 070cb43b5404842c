package oracle

import (
	"bytes"
	"fmt"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/cli-runtime/pkg/genericclioptions"
	"k8s.io/cli-runtime/pkg/printers"
	"k8s.io/kubectl/pkg/scheme"

	corev1 "k8s.io/api/core/v1"
)

// printed prints objects as `kubectl apply -o` does: one by itself, several as a List. What is wrong
// with the flags is in "flagsError", what is wrong on printing, beside the output, in "printError".
func printed(_ *schemas, q request) (answer, error) {
	printer, err := printerFor(q)
	if err != nil {
		return answer{"flagsError": err.Error()}, nil
	}
	object, err := oneOrList(q.Objects)
	if err != nil {
		return nil, badRequest(err)
	}
	var out bytes.Buffer
	err = printer.PrintObj(object, &out)
	reply := answer{"output": out.String()}
	if err != nil {
		reply["printError"] = err.Error()
	}
	return reply, nil
}

func printerFor(q request) (printers.ResourcePrinter, error) {
	if q.Format == "kyaml" { // without the variable in the environment that kubectl asks for
		return &printers.OmitManagedFieldsPrinter{Delegate: &printers.KYAMLPrinter{}}, nil
	}
	flags := genericclioptions.NewPrintFlags("created").WithTypeSetter(scheme.Scheme)
	*flags.OutputFormat = q.Format
	flags.OutputFlagSpecified = func() bool { return q.Format != "" }
	*flags.TemplatePrinterFlags.TemplateArgument = q.Template
	*flags.TemplatePrinterFlags.AllowMissingKeys = q.AllowMissing == nil || *q.AllowMissing
	return flags.ToPrinter()
}

func oneOrList(texts []string) (runtime.Object, error) {
	objects := []runtime.Object{}
	for _, text := range texts {
		object, err := decode(text)
		if err != nil {
			return nil, err
		}
		objects = append(objects, object)
	}
	switch len(objects) {
	case 0:
		return nil, fmt.Errorf("no objects")
	case 1:
		return objects[0], nil
	}
	list := &corev1.List{TypeMeta: metav1.TypeMeta{Kind: "List", APIVersion: "v1"}}
	return list, meta.SetList(list, objects)
}
