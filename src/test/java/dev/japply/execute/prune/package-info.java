/// Tests of `execute.prune`.
@NullMarked
package dev.japply.execute.prune;

import org.jspecify.annotations.NullMarked;
