package dev.japply.kustomize.build;

/// A value cannot be read or put where a path leads.
class SubstitutionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SubstitutionException(String message) {
    super(message);
  }
}
