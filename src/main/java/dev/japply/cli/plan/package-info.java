/// Plans as commands have them: how one is made on a cluster, its file, and what is printed of it.
@NullMarked
package dev.japply.cli.plan;

import org.jspecify.annotations.NullMarked;
