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
/// @param found whether it is in a directory, or matches a pattern, and was not named itself
public record Source(String name, Content content, List<Problem> remarks, boolean found) {
  public Source {
    remarks = List.copyOf(remarks);
  }

  /// A source without remarks.
  public Source(String name, Content content) {
    this(name, content, List.of(), /* found= */ false);
  }

  /// Returns the source as one that a directory or a pattern led to.
  Source asFound() {
    return new Source(name, content, remarks, /* found= */ true);
  }

  /// Returns the source with a warning about it.
  Source with(Problem remark) {
    return new Source(name, content, List.of(remark), found);
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
