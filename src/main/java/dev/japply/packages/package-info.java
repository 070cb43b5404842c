/// The merge of two packages of manifests that have one in common, for programs.
@NullMarked
package dev.japply.packages;

import org.jspecify.annotations.NullMarked;
