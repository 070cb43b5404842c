/// The cluster as a port: read, create, patch, and ask for types. `live.fabric8` is the real one.
///
/// Uses `tree`, `schema` and `object`.
@NullMarked
package dev.japply.live;

import org.jspecify.annotations.NullMarked;
