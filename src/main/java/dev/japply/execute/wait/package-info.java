/// Waits until objects are gone, and until the types of custom resources are there.
@NullMarked
package dev.japply.execute.wait;

import org.jspecify.annotations.NullMarked;
