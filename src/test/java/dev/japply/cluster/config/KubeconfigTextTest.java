package dev.japply.cluster.config;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.cluster.ClusterException;
import dev.japply.problem.ByteLimit;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KubeconfigTextTest {
  private static final String TEXT = "current-context: k\u00f6ln\ncontexts: []\n";

  @TempDir private Path directory;

  private Kubeconfig read(byte[] bytes) throws IOException {
    return read(Files.write(directory.resolve("config"), bytes));
  }

  private static Kubeconfig read(Path file) {
    return Kubeconfig.explicit(file, new ByteLimit(1000));
  }

  @Test
  void readsUtf8AndWhatHasAByteOrderMark() throws IOException {
    assertThat(read(TEXT.getBytes(UTF_8)).currentContext()).isEqualTo("k\u00f6ln");
    for (Charset charset : List.of(UTF_8, UTF_16LE, UTF_16BE)) {
      assertThat(read(("\ufeff" + TEXT).getBytes(charset)).currentContext()).isEqualTo("k\u00f6ln");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "# none", "---", "&e", "--- &e", "!!null", "&e !!null", "~"})
  void whatIsEmptyNamesNothing(String text) throws IOException {
    assertThat(read(text.getBytes(UTF_8)).currentContext()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"- 1", "text"})
  void whatIsNoMapIsAnError(String text) {
    assertThatThrownBy(() -> read(text.getBytes(UTF_8)))
        .hasMessage(
            "error loading config file \"%s\": this is no map with clusters, contexts and users"
                .formatted(directory.resolve("config")));
  }

  /// Bytes as Latin-1; the phrases are kubectl's.
  @ParameterizedTest
  @CsvSource({
    "'a: 1\nb: \u00ff\n', line 2: yaml: invalid leading UTF-8 octet",
    "'a: \u0080\n', line 1: yaml: invalid leading UTF-8 octet",
    "'a: \u00e4\nb: c\n', line 1: yaml: invalid trailing UTF-8 octet",
    "'a: k\u00f6ln, again\n', line 1: yaml: invalid trailing UTF-8 octet",
    "'a: \u00e4', line 1: yaml: incomplete UTF-8 octet sequence",
    "'\u00ff\u00fea\u0000\u00d8', line 1: it is not UTF-16"
  })
  void saysWhereItIsNoText(String bytes, String why) {
    Path file = directory.resolve("config");
    assertThatThrownBy(() -> read(bytes.getBytes(ISO_8859_1)))
        .isInstanceOf(ClusterException.class)
        .hasMessage("error loading config file \"" + file + "\": " + why + "; save it as UTF-8");
  }

  @Test
  void aDirectoryIsNotRead() {
    assertThatThrownBy(() -> read(directory))
        .hasMessage(
            "error loading config file \"%s\": read %s: is a directory"
                .formatted(directory, directory));
  }

  @Test
  void aFileWithoutAnEndIsNotRead() {
    assertThatThrownBy(() -> read(Path.of("/dev/zero")))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("larger than 1000 bytes; set JAPPLY_MAX_BYTES");
  }
}
