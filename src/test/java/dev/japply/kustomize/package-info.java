/// Tests of kustomize builds.
@NullMarked
package dev.japply.kustomize;

import org.jspecify.annotations.NullMarked;
