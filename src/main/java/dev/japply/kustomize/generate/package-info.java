/// ConfigMaps and Secrets made of files and literals, and the hashes in their names.
@NullMarked
package dev.japply.kustomize.generate;

import org.jspecify.annotations.NullMarked;
