/// Tests of `execute.preflight`.
@NullMarked
package dev.japply.execute.preflight;

import org.jspecify.annotations.NullMarked;
