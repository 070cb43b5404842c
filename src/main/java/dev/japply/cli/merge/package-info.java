/// The command `merge`.
@NullMarked
package dev.japply.cli.merge;

import org.jspecify.annotations.NullMarked;
