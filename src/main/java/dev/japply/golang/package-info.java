/// Ports of Go libraries: values, formatting, time, glob, digests, text/template, and Kubernetes'
/// JSONPath.
@NullMarked
package dev.japply.golang;

import org.jspecify.annotations.NullMarked;
