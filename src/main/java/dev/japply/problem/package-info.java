/// Errors and warnings as data; exit statuses.
@NullMarked
package dev.japply.problem;

import org.jspecify.annotations.NullMarked;
