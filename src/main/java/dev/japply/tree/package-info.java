/// Immutable JSON values that distinguish missing, null and empty; field paths; Go's number texts.
@NullMarked
package dev.japply.tree;

import org.jspecify.annotations.NullMarked;
