/// The flags that commands share, and the values that they take.
@NullMarked
package dev.japply.cli.flags;

import org.jspecify.annotations.NullMarked;
