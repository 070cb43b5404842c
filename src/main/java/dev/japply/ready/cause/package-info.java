/// Finds out why objects are not ready: from their Pods, events and logs, with few requests.
@NullMarked
package dev.japply.ready.cause;

import org.jspecify.annotations.NullMarked;
