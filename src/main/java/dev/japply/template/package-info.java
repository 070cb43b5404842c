/// Go's text/template, as `kubectl -o go-template=…` takes it (https://pkg.go.dev/text/template).
/// Pure: values in, text out. May use `tree` and `golang`.
@NullMarked
package dev.japply.template;

import org.jspecify.annotations.NullMarked;
