/// One place in several documents of a type, with the items of lists in pairs.
@NullMarked
package dev.japply.walk;

import org.jspecify.annotations.NullMarked;
