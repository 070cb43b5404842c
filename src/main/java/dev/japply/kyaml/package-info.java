/// Patches merged in the dialect of kyaml, kustomize's library, and kustomize's field specs.
@NullMarked
package dev.japply.kyaml;

import org.jspecify.annotations.NullMarked;
