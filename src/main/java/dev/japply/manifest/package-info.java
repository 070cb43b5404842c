/// From `-f` values to objects: files, directories, URLs and standard input; `List` kinds
/// flattened; and the place of every field.
@NullMarked
package dev.japply.manifest;

import org.jspecify.annotations.NullMarked;
