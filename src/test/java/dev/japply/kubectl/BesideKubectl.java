package dev.japply.kubectl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/// Tests that give kubectl and japply the same to do, beside servers that write down what they are
/// asked.
abstract class BesideKubectl {
  @TempDir private static Path shared;

  /// The servers.
  static Servers servers;

  /// kubectl.
  static Path program;

  @TempDir private Path directory;

  @BeforeAll
  static void start() throws Exception {
    program = Path.of(System.getProperty("japply.e2e", ""), "kubectl");
    servers = new Servers(shared);
  }

  @AfterAll
  static void stop() throws Exception {
    if (servers != null) {
      servers.close();
    }
  }

  /// A directory of the test's own.
  final Path newDirectory(String name) throws IOException {
    return Files.createTempDirectory(directory, name);
  }
}
