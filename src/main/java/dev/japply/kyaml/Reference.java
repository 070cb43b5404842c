package dev.japply.kyaml;

/// The fields in which objects name objects of a kind.
public record Reference(KindPattern referred, FieldList referrers) {}
