package dev.japply.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Objects;
import java.util.stream.Stream;

/// The folder of this process for what is read from files; it goes with the process.
final class Work {
  private static final Path FOLDER = make();

  private Work() {}

  private static Path make() {
    try {
      Path folder = Files.createTempDirectory("japply-fuzz");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Deletes a folder with all in it.
  static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      // The system tidies up what is left.
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
