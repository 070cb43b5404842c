package dev.japply.golang;

/// A function that does not take its arguments.
final class CallException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CallException(String message) {
    super(message);
  }
}
