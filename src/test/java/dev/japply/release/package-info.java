/// Tests of what makes releases, and of what GitHub does with the repository.
@NullMarked
package dev.japply.release;

import org.jspecify.annotations.NullMarked;
