package dev.japply.kustomize.build;

/// The handling of a patch whose target selects no object.
public enum Unmatched {
  /// It is an error, but in a component, which is made for several overlays.
  REFUSED,
  /// It is passed over, as in kustomize.
  PASSED_OVER
}
