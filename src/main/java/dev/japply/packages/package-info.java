/// The merge of packages, for programs.
@NullMarked
package dev.japply.packages;

import org.jspecify.annotations.NullMarked;
