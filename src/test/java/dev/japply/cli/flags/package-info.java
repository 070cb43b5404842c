/// Tests of `cli.flags`.
@NullMarked
package dev.japply.cli.flags;

import org.jspecify.annotations.NullMarked;
