/// Merges as kyaml has them: patches in kustomize's dialect, three-way as in kpt; kustomize's field
/// specs.
@NullMarked
package dev.japply.kyaml;

import org.jspecify.annotations.NullMarked;
