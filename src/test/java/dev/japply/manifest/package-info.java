/// Tests of how manifests are read, by tables of cases and against what kubectl reads.
@NullMarked
package dev.japply.manifest;

import org.jspecify.annotations.NullMarked;
