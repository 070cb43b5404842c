/// What is kept on disk, and what of it counts.
@NullMarked
package dev.japply.live.cache;

import org.jspecify.annotations.NullMarked;
