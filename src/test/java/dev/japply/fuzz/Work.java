package dev.japply.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/// The folder of this process for what is read from files; whoever names `java.io.tmpdir` deletes
/// it.
final class Work {
  private static final Path FOLDER = make();

  private Work() {}

  private static Path make() {
    try {
      return Files.createTempDirectory("japply-fuzz");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Writes a file of that name.
  static Path write(String name, byte[] content) throws IOException {
    Path file = FOLDER.resolve(name);
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    return Files.write(file, content);
  }

  /// Where a file or folder of that name is.
  static String path(String name) {
    return FOLDER.resolve(name).toString();
  }
}
