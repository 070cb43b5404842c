/// Tests of `cli.run`.
@NullMarked
package dev.japply.cli.run;

import org.jspecify.annotations.NullMarked;
