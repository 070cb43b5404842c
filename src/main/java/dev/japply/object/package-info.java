/// The identity of an object, its last-applied annotation, its managed fields and its Secret
/// values.
@NullMarked
package dev.japply.object;

import org.jspecify.annotations.NullMarked;
