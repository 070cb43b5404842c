/// Puts clusters together: of a connection's options, with a transport of our own, or through a
/// program's fabric8 client.
@NullMarked
package dev.japply.live.fabric8;

import org.jspecify.annotations.NullMarked;
