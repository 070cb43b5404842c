/// Gets the parts of a kustomization that are elsewhere: in git repositories, and behind URLs.
@NullMarked
package dev.japply.kustomize.remote;

import org.jspecify.annotations.NullMarked;
