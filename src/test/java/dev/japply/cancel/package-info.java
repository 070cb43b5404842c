@NullMarked
package dev.japply.cancel;

import org.jspecify.annotations.NullMarked;
