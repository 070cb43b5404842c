/// The reading of manifests, held beside kubectl's.
@NullMarked
package dev.japply.manifest;

import org.jspecify.annotations.NullMarked;
