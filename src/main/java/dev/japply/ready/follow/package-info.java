/// Waits until live objects are ready: by watches, else by asking again and again.
@NullMarked
package dev.japply.ready.follow;

import org.jspecify.annotations.NullMarked;
