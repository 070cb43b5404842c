/// The entry point.
///
/// Uses `cli`, `execute` and `problem`.
@NullMarked
package dev.japply;

import org.jspecify.annotations.NullMarked;
