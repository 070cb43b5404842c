/// What stands in the way when an object goes over from client-side apply to server-side apply.
@NullMarked
package dev.japply.migrate;

import org.jspecify.annotations.NullMarked;
