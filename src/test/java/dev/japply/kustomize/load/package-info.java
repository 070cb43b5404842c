/// Tests of kustomize builds.
@NullMarked
package dev.japply.kustomize.load;

import org.jspecify.annotations.NullMarked;
