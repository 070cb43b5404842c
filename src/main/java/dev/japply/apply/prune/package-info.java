/// Pruning by label, allowlist and ApplySet.
@NullMarked
package dev.japply.apply.prune;

import org.jspecify.annotations.NullMarked;
