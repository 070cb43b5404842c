package dev.japply.yaml;

/// A change that cannot be made in the text as it is written.
final class UneditableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UneditableException(String message) {
    super(message);
  }
}
