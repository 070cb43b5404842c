package dev.japply.kustomize.field;

/// The fields in which objects name objects of a kind.
public record Reference(KindPattern referred, FieldList referrers) {}
