/// The command `why`.
@NullMarked
package dev.japply.cli.why;

import org.jspecify.annotations.NullMarked;
