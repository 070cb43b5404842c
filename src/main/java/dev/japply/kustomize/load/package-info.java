/// Kustomization files and the resources that they list.
@NullMarked
package dev.japply.kustomize.load;

import org.jspecify.annotations.NullMarked;
