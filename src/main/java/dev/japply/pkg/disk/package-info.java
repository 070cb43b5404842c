/// Packages as directories of files: read whole, and changed all or nothing.
@NullMarked
package dev.japply.pkg.disk;

import org.jspecify.annotations.NullMarked;
