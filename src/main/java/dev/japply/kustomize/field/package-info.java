/// The fields that kustomize's transformers know, and how they are changed.
@NullMarked
package dev.japply.kustomize.field;

import org.jspecify.annotations.NullMarked;
