@NullMarked
package dev.japply.pkg;

import org.jspecify.annotations.NullMarked;
