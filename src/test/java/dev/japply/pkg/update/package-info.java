@NullMarked
package dev.japply.pkg.update;

import org.jspecify.annotations.NullMarked;
