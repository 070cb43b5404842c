/// The kustomize build: transformers, generators, name references, replacements.
@NullMarked
package dev.japply.kustomize.build;

import org.jspecify.annotations.NullMarked;
