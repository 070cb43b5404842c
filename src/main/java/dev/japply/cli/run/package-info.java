/// Input, progress, waits and output of the commands that run over many objects.
@NullMarked
package dev.japply.cli.run;

import org.jspecify.annotations.NullMarked;
