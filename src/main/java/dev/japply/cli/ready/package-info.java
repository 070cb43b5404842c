/// The command `ready`.
@NullMarked
package dev.japply.cli.ready;

import org.jspecify.annotations.NullMarked;
