package dev.japply.io;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;

/// Replaces files atomically: a reader finds the old text or the new one.
public final class FileReplacement {
  private FileReplacement() {}

  /// Writes `text` into `draft`, and moves that to `target`. Where either fails, no draft is left.
  ///
  /// @param draft a file in the same directory, which was made for this, with the mode that
  ///   `target` is to have
  public static void write(Path draft, String text, Path target) throws IOException {
    write(draft, text, target, /* alike= */ false);
  }

  /// The same, where `target` is there and keeps its mode.
  public static void writeAlike(Path draft, String text, Path target) throws IOException {
    write(draft, text, target, /* alike= */ true);
  }

  private static void write(Path draft, String text, Path target, boolean alike)
      throws IOException {
    try {
      Files.writeString(draft, text);
      if (alike) {
        copyMode(target, draft);
      }
      Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private static void copyMode(Path from, Path to) throws IOException {
    var mode = Files.getFileAttributeView(from, PosixFileAttributeView.class);
    if (mode != null) {
      Files.setPosixFilePermissions(to, mode.readAttributes().permissions());
    }
  }
}
