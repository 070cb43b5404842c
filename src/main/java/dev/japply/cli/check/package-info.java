/// The command `check`.
@NullMarked
package dev.japply.cli.check;

import org.jspecify.annotations.NullMarked;
