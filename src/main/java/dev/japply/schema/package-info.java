/// How each field of a type merges: patch strategy, merge keys and list type, read from OpenAPI.
///
/// Pure.
///
/// Public API: what is public here, programs may use.
@NullMarked
package dev.japply.schema;

import org.jspecify.annotations.NullMarked;
