package dev.japply.golang;

/// A template that cannot be read, or that does not fit an object. The message is Go's, but for
/// values of the object, of which it tells the type.
public final class TemplateException extends RuntimeException {
  /// By what name messages call the template, as kubectl's do.
  static final String NAME = "output";

  private static final long serialVersionUID = 1L;

  TemplateException(String message) {
    super(message);
  }
}
