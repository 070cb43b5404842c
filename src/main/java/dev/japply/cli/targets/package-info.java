/// The targets of a project: the command `targets`, and the runs over several of them.
@NullMarked
package dev.japply.cli.targets;

import org.jspecify.annotations.NullMarked;
