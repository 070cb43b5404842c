/// Tests of the planning pass.
@NullMarked
package dev.japply.execute.planning;

import org.jspecify.annotations.NullMarked;
