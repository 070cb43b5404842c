/// Tests of kustomize builds.
@NullMarked
package dev.japply.kustomize.remote;

import org.jspecify.annotations.NullMarked;
