/// The command `sets`.
@NullMarked
package dev.japply.cli.sets;

import org.jspecify.annotations.NullMarked;
