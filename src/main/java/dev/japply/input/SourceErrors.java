package dev.japply.input;

import dev.japply.io.FileErrors;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Explains in one line why a file or a URL cannot be read.
final class SourceErrors {
  private SourceErrors() {}

  static Problem unreadable(String source, IOException e) {
    String reason = FileErrors.reason(e);
    String hint =
        reason.endsWith("is a directory") ? "name the directory itself, or end it with /" : "";
    return Problem.error(Origin.of(source), "error reading: " + reason, hint);
  }

  /// The error that `url` cannot be read.
  static IOException unreadable(String url, String reason, @Nullable Exception cause) {
    return new IOException("unable to read URL \"%s\": %s".formatted(url, reason), cause);
  }
}
