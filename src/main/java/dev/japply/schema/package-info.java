/// Merge rules of each field, read from OpenAPI: patch strategies, merge keys, list types.
@NullMarked
package dev.japply.schema;

import org.jspecify.annotations.NullMarked;
