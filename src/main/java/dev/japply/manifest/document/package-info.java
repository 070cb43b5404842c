/// From the text of a manifest to trees, with the place of every field: YAML and JSON as `kubectl`
/// reads them.
@NullMarked
package dev.japply.manifest.document;

import org.jspecify.annotations.NullMarked;
