/// The real cluster against servers on loopback, and against a real API server.
@NullMarked
package dev.japply.live.fabric8;

import org.jspecify.annotations.NullMarked;
