/// Builds what a kustomization describes, as kustomize does.
@NullMarked
package dev.japply.kustomize;

import org.jspecify.annotations.NullMarked;
