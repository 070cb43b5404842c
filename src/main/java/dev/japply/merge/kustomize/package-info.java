/// Strategic merge patches in kustomize's dialect.
@NullMarked
package dev.japply.merge.kustomize;

import org.jspecify.annotations.NullMarked;
