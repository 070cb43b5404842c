/// Waits until objects are gone, and until the types of custom resources are there; sees that what
/// objects name as what they depend on is there.
@NullMarked
package dev.japply.execute.wait;

import org.jspecify.annotations.NullMarked;
