/// Whether live objects are ready: by the rules of their types, and by their conditions.
///
/// Pure.
@NullMarked
package dev.japply.ready;

import org.jspecify.annotations.NullMarked;
