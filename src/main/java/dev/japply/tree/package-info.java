/// Immutable JSON values, in which missing, null and empty differ; field paths; Go's number texts.
@NullMarked
package dev.japply.tree;

import org.jspecify.annotations.NullMarked;
