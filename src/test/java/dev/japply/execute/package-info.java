/// Tests of `execute`.
@NullMarked
package dev.japply.execute;

import org.jspecify.annotations.NullMarked;
