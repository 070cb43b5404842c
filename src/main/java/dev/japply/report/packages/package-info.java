/// What is printed of packages from git.
@NullMarked
package dev.japply.report.packages;

import org.jspecify.annotations.NullMarked;
