/// YAML and JSON: read with positions, edited with comments kept.
@NullMarked
package dev.japply.yaml;

import org.jspecify.annotations.NullMarked;
