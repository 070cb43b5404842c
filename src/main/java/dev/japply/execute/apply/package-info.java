/// Applies objects: writes what was planned, by a patch, by the server's own merge, or by deletion
/// and creation.
@NullMarked
package dev.japply.execute.apply;

import org.jspecify.annotations.NullMarked;
