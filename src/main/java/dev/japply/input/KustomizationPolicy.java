package dev.japply.input;

/// What becomes of a directory that holds a file of kustomize's.
public enum KustomizationPolicy {
  /// It is an error: what is to be applied is what kustomize builds of its files.
  REFUSED,
  /// Its files are read like those of any other, as kubectl does.
  READ
}
