/// Tests of kustomize builds.
@NullMarked
package dev.japply.kustomize.resource;

import org.jspecify.annotations.NullMarked;
