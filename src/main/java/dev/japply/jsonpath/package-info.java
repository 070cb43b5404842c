/// Kubernetes' JSONPath templates, as `kubectl -o jsonpath=…` takes them
/// (https://kubernetes.io/docs/reference/kubectl/jsonpath/). Pure: values in, text out.
@NullMarked
package dev.japply.jsonpath;

import org.jspecify.annotations.NullMarked;
