/// Plan files and snapshots, and a cluster that responds from a snapshot.
@NullMarked
package dev.japply.plan.file;

import org.jspecify.annotations.NullMarked;
