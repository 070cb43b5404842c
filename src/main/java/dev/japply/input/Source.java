package dev.japply.input;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/// One file, URL or stream that holds manifests. Nothing is read before [Content#open].
///
/// @param name the file's path, the URL without its password, or `STDIN`: what problems call it
public record Source(String name, Content content) {

  /// Where the bytes come from.
  @FunctionalInterface
  public interface Content {
    /// A stream of the bytes, which the caller closes.
    InputStream open() throws IOException;
  }

  /// A source that holds `text`.
  public static Source of(String name, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return new Source(name, () -> new ByteArrayInputStream(bytes));
  }
}
