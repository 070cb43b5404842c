/// Tests of Go's numbers.
@NullMarked
package dev.japply.golang.number;

import org.jspecify.annotations.NullMarked;
