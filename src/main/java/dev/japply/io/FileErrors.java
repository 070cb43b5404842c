package dev.japply.io;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;

/// Explains why a file cannot be read, written or run.
public final class FileErrors {
  private FileErrors() {}

  /// The reason without the path, in the words of the operating system where Java hides them.
  public static String reason(IOException e) {
    String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return switch (e) {
      case NoSuchFileException none -> "no such file or directory";
      case AccessDeniedException denied -> "permission denied";
      case FileSystemException other when other.getReason() != null ->
          other.getReason().toLowerCase(Locale.ROOT);
      default -> message.equals("Is a directory") ? "is a directory" : message;
    };
  }

  /// The reason why a program cannot be started, in Go's words where Java's have details of its
  /// own.
  public static String ofStart(IOException e) {
    String message = String.valueOf(e.getMessage());
    if (message.contains("No such file or directory")) {
      return "executable file not found in $PATH";
    }
    return message.contains("Permission denied") ? "permission denied" : message;
  }
}
