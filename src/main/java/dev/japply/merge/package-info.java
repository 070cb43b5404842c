/// Three-way strategic and JSON merge patches, and the reason for each field.
@NullMarked
package dev.japply.merge;

import org.jspecify.annotations.NullMarked;
