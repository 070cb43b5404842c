/// The command `delete`.
@NullMarked
package dev.japply.cli.delete;

import org.jspecify.annotations.NullMarked;
