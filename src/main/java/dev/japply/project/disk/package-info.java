/// Finds and reads the project file.
@NullMarked
package dev.japply.project.disk;

import org.jspecify.annotations.NullMarked;
