/// Cancellation, files that are replaced whole, caches on disk.
@NullMarked
package dev.japply.io;

import org.jspecify.annotations.NullMarked;
