/// The three-way merge: from what was applied last, what the manifest says and what is live, to the
/// patch that makes the live object what it should be.
///
/// [ThreeWayMerge] is the way in; each set of rules is a `MergeStrategy`. Pure.
///
/// Public API: what is public here, programs may use.
@NullMarked
package dev.japply.merge;

import org.jspecify.annotations.NullMarked;
