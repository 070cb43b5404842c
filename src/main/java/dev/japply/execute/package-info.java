/// Applies objects to a cluster: reads, plans, writes, and tells what happens. The only package
/// that changes a cluster.
///
/// Uses `problem`, `tree`, `object`, `merge`, `plan`, `event`, `live` and `refusal`.
@NullMarked
package dev.japply.execute;

import org.jspecify.annotations.NullMarked;
