/// What becomes of a package when upstream has changed: a function of three trees of files.
@NullMarked
package dev.japply.pkg.update;

import org.jspecify.annotations.NullMarked;
