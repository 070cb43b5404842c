/// The commands: the flags of each, and the request that they make.
@NullMarked
package dev.japply.cli.command;

import org.jspecify.annotations.NullMarked;
