/// What the commands for packages from git do: from their requests, over git and the disk, to an
/// exit status.
@NullMarked
package dev.japply.cli.run.packages;

import org.jspecify.annotations.NullMarked;
