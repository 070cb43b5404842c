@NullMarked
package dev.japply.packages;

import org.jspecify.annotations.NullMarked;
