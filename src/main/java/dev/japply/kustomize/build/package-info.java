/// From a kustomization to its objects, as kustomize builds them.
@NullMarked
package dev.japply.kustomize.build;

import org.jspecify.annotations.NullMarked;
