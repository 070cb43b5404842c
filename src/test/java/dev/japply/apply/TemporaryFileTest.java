package dev.japply.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemporaryFileTest {
  /// As a full disk, it can be made a file, but cannot be written to it: half a character.
  private static final String UNWRITABLE = "\ud800";

  @TempDir private Path directory;

  @Test
  void isTheUsersAlone() throws IOException {
    Path file = TemporaryFile.write(directory, "a-", ".txt", "text");
    assertThat(file).hasContent("text").hasParent(directory);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void leavesNoFileThatCouldNotBeWritten() {
    assertThatThrownBy(() -> TemporaryFile.write(directory, "a-", ".txt", UNWRITABLE))
        .isInstanceOf(IOException.class);
    assertThat(directory).isEmptyDirectory();
  }
}
