/// Tests of `execute.wait`.
@NullMarked
package dev.japply.execute.wait;

import org.jspecify.annotations.NullMarked;
