/// Kpt packages: Kptfile, upstream lock, update.
@NullMarked
package dev.japply.kpt;

import org.jspecify.annotations.NullMarked;
