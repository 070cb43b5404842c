/// Tests of what changes hands.
@NullMarked
package dev.japply.ownership;

import org.jspecify.annotations.NullMarked;
