/// Immutable JSON value trees: the one form in which manifests, live objects and patches travel.
///
/// Pure; uses nothing else of japply. Missing, null and empty are three different things here.
@NullMarked
package dev.japply.tree;

import org.jspecify.annotations.NullMarked;
