/// kubectl and japply side by side, against servers on loopback that remember who asked for what.
@NullMarked
package dev.japply.kubectl;

import org.jspecify.annotations.NullMarked;
