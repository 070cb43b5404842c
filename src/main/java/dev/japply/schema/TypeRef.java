package dev.japply.schema;

/// A type by its name in the document, or written out in place.
public sealed interface TypeRef {

  /// A type that the document's `components.schemas` (v3) or `definitions` (v2) defines.
  record Named(String name) implements TypeRef {}

  /// A type written out where it is used.
  record Inline(TypeDef type) implements TypeRef {}
}
