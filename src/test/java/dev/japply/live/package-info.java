/// Tests of what talks to clusters and keeps what they said.
@NullMarked
package dev.japply.live;

import org.jspecify.annotations.NullMarked;
