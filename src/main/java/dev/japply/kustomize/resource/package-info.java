/// The objects of a kustomize build: what each is called, was called before, and where its fields
/// come from.
@NullMarked
package dev.japply.kustomize.resource;

import org.jspecify.annotations.NullMarked;
