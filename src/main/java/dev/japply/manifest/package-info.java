/// From `-f` values to objects: files, directories, URLs and standard input; YAML and JSON as
/// `kubectl` reads them; `List` kinds flattened; and the place of every field.
///
/// Uses `object`, `problem` and `tree`. The only package that knows YAML.
@NullMarked
package dev.japply.manifest;

import org.jspecify.annotations.NullMarked;
