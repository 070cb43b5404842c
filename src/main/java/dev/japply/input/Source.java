package dev.japply.input;

import dev.japply.problem.Problem;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// One file, URL or stream that holds manifests. Nothing is read before [Content#open].
///
/// @param name the file's path, the URL without its password, or `STDIN`: what problems call it
/// @param remarks warnings about it
public record Source(String name, Content content, List<Problem> remarks) {
  public Source {
    remarks = List.copyOf(remarks);
  }

  /// A source without remarks.
  public Source(String name, Content content) {
    this(name, content, List.of());
  }

  @FunctionalInterface
  public interface Content {
    /// A stream of the bytes, which the caller closes.
    InputStream open() throws IOException;
  }

  public static Source of(String name, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return new Source(name, () -> new ByteArrayInputStream(bytes));
  }
}
