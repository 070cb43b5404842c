/// The command `undo`, and what takes a run back.
@NullMarked
package dev.japply.cli.undo;

import org.jspecify.annotations.NullMarked;
