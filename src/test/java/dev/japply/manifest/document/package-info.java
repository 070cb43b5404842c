/// Tests of `manifest.document`.
@NullMarked
package dev.japply.manifest.document;

import org.jspecify.annotations.NullMarked;
