/// Snapshots as commands have them: how one is taken, its file, and who asks it in place of a
/// cluster.
@NullMarked
package dev.japply.cli.snapshot;

import org.jspecify.annotations.NullMarked;
