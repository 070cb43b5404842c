/// What differs between two texts, as `diff -u` says it, and between two objects without their
/// secrets.
///
/// Pure.
@NullMarked
package dev.japply.diff;

import org.jspecify.annotations.NullMarked;
