package dev.japply.input;

/// Treatment of a directory that holds a file of kustomize's.
public enum KustomizationPolicy {
  /// It is an error: the desired objects are the output of kustomize for its files.
  REFUSED,
  /// Its files are read like the files of any other, as kubectl does.
  READ
}
