/// Manifests from files, directories, URLs and standard input; project files; remote bases.
@NullMarked
package dev.japply.input;

import org.jspecify.annotations.NullMarked;
