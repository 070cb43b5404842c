/// The entry point.
///
/// Uses `cli`.
@NullMarked
package dev.japply;

import org.jspecify.annotations.NullMarked;
