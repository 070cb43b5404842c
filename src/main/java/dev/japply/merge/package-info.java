/// The three-way merge: from what was applied last, what the manifest says and what is live, to the
/// patch that makes the live object what it should be.
///
/// Pure; uses `tree` and `schema`.
@NullMarked
package dev.japply.merge;

import org.jspecify.annotations.NullMarked;
