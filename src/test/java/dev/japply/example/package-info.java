/// How other programs use parts of japply as a library.
@NullMarked
package dev.japply.example;

import org.jspecify.annotations.NullMarked;
