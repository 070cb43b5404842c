/// The program: streams, signals, the one exit.
@NullMarked
package dev.japply;

import org.jspecify.annotations.NullMarked;
