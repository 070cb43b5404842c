package dev.japply.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileErrorsTest {
  @TempDir private Path directory;

  private static String start(Path program) {
    return FileErrors.ofStart(
        catchThrowableOfType(
            IOException.class, () -> new ProcessBuilder(program.toString()).start()));
  }

  @Test
  void programsThatCannotBeStartedHaveAReason() throws IOException {
    assertThat(start(directory.resolve("none"))).isEqualTo("executable file not found in $PATH");
    assertThat(start(Files.createFile(directory.resolve("plain")))).isEqualTo("permission denied");
  }
}
