/// Tests of what went wrong, as data.
@NullMarked
package dev.japply.problem;

import org.jspecify.annotations.NullMarked;
