/// Reads the files of a kustomize build, none outside of where it may.
@NullMarked
package dev.japply.kustomize.load;

import org.jspecify.annotations.NullMarked;
