/// What went wrong, where, and what to do about it, as data.
///
/// Pure.
///
/// Public API: what is public here, programs may use.
@NullMarked
package dev.japply.problem;

import org.jspecify.annotations.NullMarked;
