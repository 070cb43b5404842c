package dev.japply.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileInputTest {
  @TempDir private Path directory;

  /// A file may have become longer or shorter since its size was read.
  @Test
  void readsFilesOfAnySize() throws IOException {
    for (int size : new int[] {0, 1, 7, 8_191, 8_192, 10_000}) {
      Path file = directory.resolve("file");
      byte[] content = content(size);
      Files.write(file, content);
      for (int known : new int[] {0, 1, 5, 6, 7, 8, 8_191, 8_192, 9_999, 10_000, 10_001, 2 << 20}) {
        for (int most : new int[] {0, 1, 6, 7, 8, 10_000, 10_001, 20_000}) {
          try (InputStream stream = FileInput.open(file, known)) {
            assertThat(stream.readNBytes(most))
                .as("%d of %d bytes, known: %d", most, size, known)
                .isEqualTo(Arrays.copyOf(content, Math.min(size, most)));
            assertThat(stream.readAllBytes()).hasSize(Math.max(0, size - most));
          }
        }
      }
    }
  }

  private static byte[] content(int size) {
    byte[] content = new byte[size];
    for (int i = 0; i < size; i++) {
      content[i] = (byte) i;
    }
    return content;
  }
}
