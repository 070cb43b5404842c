/// Values that kustomize takes from one object and puts into others: replacements and vars.
@NullMarked
package dev.japply.kustomize.substitute;

import org.jspecify.annotations.NullMarked;
