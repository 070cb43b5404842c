/// Applies objects: waves, retries, dry runs, permissions, deletion, waits, events.
@NullMarked
package dev.japply.apply;

import org.jspecify.annotations.NullMarked;
