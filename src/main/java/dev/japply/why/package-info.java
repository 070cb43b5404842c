/// What a person or a program is told of the reasons of a plan: which rule decided about a field,
/// who wrote what is live, and since when.
@NullMarked
package dev.japply.why;

import org.jspecify.annotations.NullMarked;
