/// Flags shared by several commands, the inputs that they select, terminal and streams.
@NullMarked
package dev.japply.cli.flags;

import org.jspecify.annotations.NullMarked;
