/// Tests of `execute.apply`.
@NullMarked
package dev.japply.execute.apply;

import org.jspecify.annotations.NullMarked;
