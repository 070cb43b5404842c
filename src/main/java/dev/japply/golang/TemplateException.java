package dev.japply.golang;

/// A template that cannot be read, or that does not fit an object. The message is Go's, but shows
/// only the type of the object's values.
public final class TemplateException extends RuntimeException {
  /// The name of the template in messages, as in kubectl's.
  static final String NAME = "output";

  private static final long serialVersionUID = 1L;

  TemplateException(String message) {
    super(message);
  }
}
