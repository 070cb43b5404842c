/// Snapshots of clusters: what planning needs to know of one, without the values of Secrets, and a
/// cluster that answers by that alone.
@NullMarked
package dev.japply.snapshot;

import org.jspecify.annotations.NullMarked;
