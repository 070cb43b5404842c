package dev.japply.jsonpath;

/// A template that cannot be read, or that does not fit an object. The message is kubectl's.
public final class JsonPathException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  JsonPathException(String message) {
    super(message);
  }
}
