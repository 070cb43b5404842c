package dev.japply.cli;

import dev.japply.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// Tests of what japply prints when a server says what they want it to say.
abstract class OnPlayedApi {
  /// Where all files of a run are.
  @TempDir Path directory;

  PlayedApi api;

  @BeforeEach
  void start() throws IOException {
    api = new PlayedApi(directory);
  }

  @AfterEach
  void stop() {
    api.close();
  }

  Program.Said japply(String input, String... args) throws IOException {
    return api.run(Map.of(), input, args);
  }
}
