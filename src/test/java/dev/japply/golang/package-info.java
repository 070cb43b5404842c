/// Tests of the package of this name.
@NullMarked
package dev.japply.golang;

import org.jspecify.annotations.NullMarked;
