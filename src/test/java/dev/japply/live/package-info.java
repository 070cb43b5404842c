/// What every cluster does, real or not, and one that lives in memory.
@NullMarked
package dev.japply.live;

import org.jspecify.annotations.NullMarked;
