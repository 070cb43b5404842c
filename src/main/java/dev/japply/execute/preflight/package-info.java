/// Finds out, before anything is written, which rights a run needs and the user does not have.
@NullMarked
package dev.japply.execute.preflight;

import org.jspecify.annotations.NullMarked;
