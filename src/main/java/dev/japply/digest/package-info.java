/// Digests of texts.
@NullMarked
package dev.japply.digest;

import org.jspecify.annotations.NullMarked;
