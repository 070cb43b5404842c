package dev.japply.golang;

/// A template that cannot be read, or that does not fit an object. The message is kubectl's, but
/// for values of the object, of which it tells the type.
public final class JsonPathException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  JsonPathException(String message) {
    super(message);
  }
}
