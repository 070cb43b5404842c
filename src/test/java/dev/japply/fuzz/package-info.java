/// Inputs that nobody wrote with good intent, for all that japply reads.
@NullMarked
package dev.japply.fuzz;

import org.jspecify.annotations.NullMarked;
