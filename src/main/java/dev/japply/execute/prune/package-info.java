/// Deletes what was applied and is no longer wanted, and keeps the members of ApplySets.
@NullMarked
package dev.japply.execute.prune;

import org.jspecify.annotations.NullMarked;
