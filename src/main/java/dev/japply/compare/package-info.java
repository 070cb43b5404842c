/// The differences between two builds of the same kustomization, and the lines that cause them.
@NullMarked
package dev.japply.compare;

import org.jspecify.annotations.NullMarked;
