/// The kustomize build, for programs.
@NullMarked
package dev.japply.kustomize;

import org.jspecify.annotations.NullMarked;
