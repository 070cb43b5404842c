/// Immutable JSON value trees: the one form in which manifests, live objects and patches travel.
///
/// Pure. Missing, null and empty are three different things here.
///
/// Public API: what is public here, programs may use.
@NullMarked
package dev.japply.tree;

import org.jspecify.annotations.NullMarked;
