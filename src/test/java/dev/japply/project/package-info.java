@NullMarked
package dev.japply.project;

import org.jspecify.annotations.NullMarked;
