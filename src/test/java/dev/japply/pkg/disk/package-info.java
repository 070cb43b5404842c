@NullMarked
package dev.japply.pkg.disk;

import org.jspecify.annotations.NullMarked;
