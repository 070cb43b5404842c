/// The other commands, each with its run.
@NullMarked
package dev.japply.cli.command;

import org.jspecify.annotations.NullMarked;
