package dev.japply.kubectl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// Tests that give kubectl and japply the same to do, beside servers of their own that write down
/// what they are asked.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class BesideKubectl {
  private Servers servers;
  private Path directory;

  @BeforeAll
  final void start(@TempDir Path shared) throws Exception {
    directory = shared;
    servers = new Servers(Files.createDirectory(shared.resolve("certificates")));
  }

  @AfterAll
  final void stop() throws Exception {
    servers.close();
  }

  /// The servers.
  final Servers servers() {
    return servers;
  }

  /// A new directory.
  final Path newDirectory(String name) throws IOException {
    return Files.createTempDirectory(directory, name);
  }
}
