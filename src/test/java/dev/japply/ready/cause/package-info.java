/// Tests of how it is found out why objects are not ready.
@NullMarked
package dev.japply.ready.cause;

import org.jspecify.annotations.NullMarked;
