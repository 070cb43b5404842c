package dev.japply.kyaml;

/// The fields that refer to objects of a kind by name.
public record Reference(KindPattern referred, FieldList referrers) {}
