/// Go's text/template, as `kubectl -o go-template=…` takes it (https://pkg.go.dev/text/template).
/// Pure: values in, text out.
@NullMarked
package dev.japply.template;

import org.jspecify.annotations.NullMarked;
