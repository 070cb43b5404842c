package dev.japply.golang;

/// A format that Go supports and japply does not.
final class GoFormatException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  GoFormatException(String message) {
    super(message);
  }
}
