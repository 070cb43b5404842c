/// Differences of texts, and of objects without their Secret values; similar names.
@NullMarked
package dev.japply.diff;

import org.jspecify.annotations.NullMarked;
