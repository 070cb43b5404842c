/// Tests of `plan`.
@NullMarked
package dev.japply.plan;

import org.jspecify.annotations.NullMarked;
