/// How each field merges, read from OpenAPI: patch strategies, merge keys, list types.
@NullMarked
package dev.japply.schema;

import org.jspecify.annotations.NullMarked;
