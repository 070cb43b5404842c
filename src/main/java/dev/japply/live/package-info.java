/// The cluster as a port: read, create, patch, delete, and ask for types. What answers is below.
@NullMarked
package dev.japply.live;

import org.jspecify.annotations.NullMarked;
