@NullMarked
package dev.japply.why;

import org.jspecify.annotations.NullMarked;
