@NullMarked
package dev.japply.project.disk;

import org.jspecify.annotations.NullMarked;
