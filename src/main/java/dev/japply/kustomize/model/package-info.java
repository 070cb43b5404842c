/// A kustomization file as data, with the place of each entry.
@NullMarked
package dev.japply.kustomize.model;

import org.jspecify.annotations.NullMarked;
