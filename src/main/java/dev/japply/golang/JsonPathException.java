package dev.japply.golang;

/// A template that cannot be read, or that does not fit an object. The message is kubectl's, but
/// shows only the type of the object's values.
public final class JsonPathException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  JsonPathException(String message) {
    super(message);
  }
}
