package dev.japply.schema;

/// One property of a type: what it holds and how it merges.
public record FieldDef(TypeRef type, PatchRule rule) {}
