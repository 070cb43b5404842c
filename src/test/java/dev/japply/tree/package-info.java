/// Tests of the value tree, by example and against Go.
@NullMarked
package dev.japply.tree;

import org.jspecify.annotations.NullMarked;
