/// The entry point.
@NullMarked
package dev.japply;

import org.jspecify.annotations.NullMarked;
