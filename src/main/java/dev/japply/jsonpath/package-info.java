/// Kubernetes' JSONPath templates, as `kubectl -o jsonpath=…` takes them
/// (https://kubernetes.io/docs/reference/kubectl/jsonpath/). Pure: values in, text out. May use
/// `tree` and `golang`.
@NullMarked
package dev.japply.jsonpath;

import org.jspecify.annotations.NullMarked;
