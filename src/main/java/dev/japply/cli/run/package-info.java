/// What each command does: from its request, over the cluster, to an exit status.
@NullMarked
package dev.japply.cli.run;

import org.jspecify.annotations.NullMarked;
