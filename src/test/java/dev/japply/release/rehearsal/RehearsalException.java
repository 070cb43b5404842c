package dev.japply.release.rehearsal;

/// A failure that GitHub, or a program that installs japply, would report as well.
final class RehearsalException extends RuntimeException {
  private static final long serialVersionUID = 1;

  RehearsalException(String message) {
    super(message);
  }

  /// The message, which is always there.
  String text() {
    return String.valueOf(getMessage());
  }
}
