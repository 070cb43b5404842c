/// What can be asked of an execution: options, objects with their types, how they are deleted. This
/// package and those below it are the only ones that change a cluster.
@NullMarked
package dev.japply.execute;

import org.jspecify.annotations.NullMarked;
