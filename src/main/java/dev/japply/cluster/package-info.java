/// The API server as an interface, and the meaning of its errors.
@NullMarked
package dev.japply.cluster;

import org.jspecify.annotations.NullMarked;
