/// Reads JSON text part by part.
@NullMarked
package dev.japply.json;

import org.jspecify.annotations.NullMarked;
