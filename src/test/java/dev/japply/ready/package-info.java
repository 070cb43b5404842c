/// Tests of `ready`.
@NullMarked
package dev.japply.ready;

import org.jspecify.annotations.NullMarked;
