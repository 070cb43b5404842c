/// The command `apply`.
@NullMarked
package dev.japply.cli.apply;

import org.jspecify.annotations.NullMarked;
