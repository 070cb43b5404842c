/// Tests of edits of the text of documents.
@NullMarked
package dev.japply.manifest.splice;

import org.jspecify.annotations.NullMarked;
