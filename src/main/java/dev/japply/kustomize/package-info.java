/// The kustomize build: transformers, generators, name references, replacements.
@NullMarked
package dev.japply.kustomize;

import org.jspecify.annotations.NullMarked;
