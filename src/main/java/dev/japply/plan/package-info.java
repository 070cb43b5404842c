/// What is to be done with each object: decided from values alone, with no request and no clock.
///
/// Pure; uses `problem`, `tree`, `schema`, `object` and `merge`.
@NullMarked
package dev.japply.plan;

import org.jspecify.annotations.NullMarked;
