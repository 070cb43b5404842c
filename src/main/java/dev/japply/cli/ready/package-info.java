/// Waiting for objects as commands have it: how far it is, what is told at the end, and the status.
@NullMarked
package dev.japply.cli.ready;

import org.jspecify.annotations.NullMarked;
