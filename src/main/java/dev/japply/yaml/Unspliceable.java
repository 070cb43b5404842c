package dev.japply.yaml;

/// A change that cannot be made in the text as it is written.
final class Unspliceable extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Unspliceable(String message) {
    super(message);
  }
}
