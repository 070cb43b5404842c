/// Plans as commands have them: how one is made on a cluster, and its file.
@NullMarked
package dev.japply.cli.plan;

import org.jspecify.annotations.NullMarked;
