/// The command `diff`.
@NullMarked
package dev.japply.cli.diff;

import org.jspecify.annotations.NullMarked;
