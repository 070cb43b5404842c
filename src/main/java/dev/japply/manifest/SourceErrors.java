package dev.japply.manifest;

import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Says in one line why a file or a URL cannot be read.
final class SourceErrors {
  private SourceErrors() {}

  static Problem unreadable(String source, IOException e) {
    String reason = reason(e);
    String hint =
        reason.endsWith("is a directory") ? "name the directory itself, or end it with /" : "";
    return Problem.error(Origin.of(source), "error reading: " + reason, hint);
  }

  /// The error that `url` cannot be read.
  static IOException unreadable(String url, String reason, @Nullable Exception cause) {
    return new IOException("unable to read URL \"%s\": %s".formatted(url, reason), cause);
  }

  /// The reason without the path, in the words of the operating system where Java hides them.
  static String reason(IOException e) {
    String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return switch (e) {
      case NoSuchFileException none -> "no such file or directory";
      case AccessDeniedException denied -> "permission denied";
      case FileSystemException other when other.getReason() != null ->
          other.getReason().toLowerCase(Locale.ROOT);
      default -> message.equals("Is a directory") ? "is a directory" : message;
    };
  }
}
