/// Merges as kyaml does them: strategic merge patches in kustomize's dialect, and the three-way
/// merge of kpt.
@NullMarked
package dev.japply.merge.kustomize;

import org.jspecify.annotations.NullMarked;
