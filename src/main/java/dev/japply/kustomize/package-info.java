/// The objects that a kustomization describes, for programs.
@NullMarked
package dev.japply.kustomize;

import org.jspecify.annotations.NullMarked;
