/// The real cluster, over the fabric8 client: the only package that knows `io.fabric8`.
///
/// Only fabric8's connection, authentication and HTTP are used. Its typed models would drop fields
/// that they do not know, and its automatic configuration reads variables that `kubectl` does not.
/// Uses `live`, `tree`, `schema` and `object`.
@NullMarked
package dev.japply.live.fabric8;

import org.jspecify.annotations.NullMarked;
