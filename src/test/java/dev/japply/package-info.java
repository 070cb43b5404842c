/// Tests of the program as a whole: its packages and its launcher.
@NullMarked
package dev.japply;

import org.jspecify.annotations.NullMarked;
