package dev.japply.input;

/// The fields that each map in a manifest must have to be an object.
public enum RequiredFields {
  /// `apiVersion` and `kind`. The fields of `metadata` must have their types.
  ALL,
  /// `apiVersion` and `kind`. The types in `metadata` are not checked.
  TYPE,
  /// None: a map without `kind` is an object of no type.
  NONE
}
