/// The command `snapshot`.
@NullMarked
package dev.japply.cli.snapshot;

import org.jspecify.annotations.NullMarked;
