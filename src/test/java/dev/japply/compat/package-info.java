/// Tests of `compat`.
@NullMarked
package dev.japply.compat;

import org.jspecify.annotations.NullMarked;
