/// Tests of `cli`.
@NullMarked
package dev.japply.cli;

import org.jspecify.annotations.NullMarked;
