/// What kustomize does with the objects of one layer: patches, names, labels, images.
@NullMarked
package dev.japply.kustomize.transform;

import org.jspecify.annotations.NullMarked;
