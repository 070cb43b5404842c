/// The envelope that every Kubernetes object has: its type, its name, where it came from, and the
/// annotation that holds what was applied last.
///
/// Pure.
///
/// Public API: what is public here, programs may use.
@NullMarked
package dev.japply.object;

import org.jspecify.annotations.NullMarked;
