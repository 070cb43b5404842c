package dev.japply.apply;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Temporary files that only the user can read.
public final class TemporaryFile {
  private TemporaryFile() {}

  /// Writes `text` to a new file in `directory`. Where that fails, as on a full disk, none is left.
  public static Path write(Path directory, String prefix, String suffix, String text)
      throws IOException {
    Path file = Files.createTempFile(directory, prefix, suffix);
    try {
      return Files.writeString(file, text);
    } catch (IOException e) {
      Files.deleteIfExists(file);
      throw e;
    }
  }
}
