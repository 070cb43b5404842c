/// Tests of `cli.command`.
@NullMarked
package dev.japply.cli.command;

import org.jspecify.annotations.NullMarked;
