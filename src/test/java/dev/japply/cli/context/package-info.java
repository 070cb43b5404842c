/// Tests of `cli.context`.
@NullMarked
package dev.japply.cli.context;

import org.jspecify.annotations.NullMarked;
