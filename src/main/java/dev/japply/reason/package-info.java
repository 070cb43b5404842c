/// Why fields change, or stay as they are: what a merge says about its patch, as data.
///
/// Public API: what is public here, programs may use.
@NullMarked
package dev.japply.reason;

import org.jspecify.annotations.NullMarked;
