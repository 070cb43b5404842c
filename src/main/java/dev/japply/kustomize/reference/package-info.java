/// Names that follow the objects which they refer to.
@NullMarked
package dev.japply.kustomize.reference;

import org.jspecify.annotations.NullMarked;
