/// Readiness: rules per kind, watches, causes of failures.
@NullMarked
package dev.japply.ready;

import org.jspecify.annotations.NullMarked;
