/// Tests of `migrate`.
@NullMarked
package dev.japply.migrate;

import org.jspecify.annotations.NullMarked;
