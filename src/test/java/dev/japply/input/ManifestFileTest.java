package dev.japply.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A file of manifests that is replaced.
class ManifestFileTest {
  @TempDir private Path directory;

  @Test
  void isReplacedBehindItsLinkWithItsPermissions() throws IOException {
    Path file = Files.writeString(directory.resolve("a.yaml"), "a: 1\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-r--"));
    Path link = Files.createSymbolicLink(directory.resolve("l.yaml"), file);
    ManifestFile.read(link.toString()).replace("a: 2\n");
    assertThat(file).hasContent("a: 2\n");
    assertThat(link).isSymbolicLink();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-rw-r--");
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).hasSize(2);
    }
  }

  @Test
  void isLeftWhenSomebodyElseHasChangedIt() throws IOException {
    Path path = Files.writeString(directory.resolve("a.yaml"), "a: 1\n");
    ManifestFile file = ManifestFile.read(path.toString());
    Files.writeString(path, "a: 3\n");
    assertThatThrownBy(() -> file.replace("a: 2\n"))
        .hasMessageContaining("changed by another program");
    assertThat(path).hasContent("a: 3\n");
  }

  @Test
  void otherEncodingsAreRefused() throws IOException {
    Path path = Files.write(directory.resolve("a.yaml"), new byte[] {'a', ':', ' ', (byte) 0xff});
    assertThatThrownBy(() -> ManifestFile.read(path.toString())).hasMessage("it is not UTF-8");
  }
}
