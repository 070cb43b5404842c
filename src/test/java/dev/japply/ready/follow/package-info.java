/// Tests of `ready.follow`.
@NullMarked
package dev.japply.ready.follow;

import org.jspecify.annotations.NullMarked;
