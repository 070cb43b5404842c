/// The project file, `japply.yaml`, as data with the place of each entry.
@NullMarked
package dev.japply.project;

import org.jspecify.annotations.NullMarked;
