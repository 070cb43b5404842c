/// Tests of `snapshot`.
@NullMarked
package dev.japply.snapshot;

import org.jspecify.annotations.NullMarked;
