/// Files that are written whole or not at all, and whose they are.
@NullMarked
package dev.japply.file;

import org.jspecify.annotations.NullMarked;
