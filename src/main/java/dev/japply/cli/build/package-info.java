/// The command `build`.
@NullMarked
package dev.japply.cli.build;

import org.jspecify.annotations.NullMarked;
