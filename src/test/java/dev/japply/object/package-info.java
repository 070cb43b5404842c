/// Tests of `object`.
@NullMarked
package dev.japply.object;

import org.jspecify.annotations.NullMarked;
