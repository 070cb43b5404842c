/// Edits the text of a YAML or JSON document so that it holds another value: what does not change
/// keeps its bytes.
@NullMarked
package dev.japply.manifest.splice;

import org.jspecify.annotations.NullMarked;
