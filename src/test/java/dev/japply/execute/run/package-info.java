/// Tests of `execute.run`.
@NullMarked
package dev.japply.execute.run;

import org.jspecify.annotations.NullMarked;
