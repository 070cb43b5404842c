@NullMarked
package dev.japply.diff;

import org.jspecify.annotations.NullMarked;
