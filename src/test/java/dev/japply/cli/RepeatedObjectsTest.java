package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.FakeCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// One object twice in the input, and one file twice.
class RepeatedObjectsTest {
  private static final String C = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n";

  private final FakeCluster cluster = new FakeCluster();
  private final Ran.Setting setting = new Ran.Setting(cluster);
  @TempDir private Path directory;
  private Path one;
  private Path other;

  @BeforeEach
  void write() throws IOException {
    one = Files.writeString(directory.resolve("a.yaml"), C + "data: {k: a}\n");
    String placed = C.replace("name: c", "name: c, namespace: default");
    other = Files.writeString(directory.resolve("b.yaml"), "# b\n" + placed + "data: {k: b}\n");
  }

  @ParameterizedTest
  @CsvSource({
    "apply, 1",
    "apply --server-side, 1",
    "apply --dry-run=server, 1",
    "diff, 2",
    "plan, 1",
    "why, 1",
    "snapshot --out=DIR/out, 1",
    "why --server-side, 1",
    "ready, 1",
    "release data.k, 1",
    "adopt data.k, 1",
    "apply set-last-applied, 1",
    "edit-last-applied, 1",
    "view-last-applied, 1",
  })
  void areAnErrorWithBothPlaces(String command, int status) {
    run("apply", one);
    cluster.requests.clear();
    Ran ran = run(command.replace("DIR", directory.toString()), directory);
    assertThat(ran.err())
        .contains(
            other
                + ":2: ConfigMap default/c: is in the input twice, first at "
                + one
                + ":1; remove one of them");
    assertThat(ran.status()).isEqualTo(status);
    assertThat(cluster.requests).noneMatch(request -> request.matches("(POST|PATCH|PUT|DELETE).*"));
  }

  @ParameterizedTest
  @ValueSource(strings = "apply")
  void areProcessedOneAfterTheOtherAsKubectlDoes(String command) throws IOException {
    run("apply", one);
    Files.writeString(one, C + "data: {k: c}\n");
    assertThat(run(command + " --compat=kubectl", directory).out())
        .isEqualTo("configmap/c configured\n".repeat(2));
  }

  @Test
  void aFileThatIsNamedTwiceIsReadOnce() throws IOException {
    Files.delete(other);
    Path link = Files.createSymbolicLink(directory.resolve("link"), one);
    String[] names = {"-f", one.toString(), "-f", directory.toString(), "-f", link.toString()};
    assertThat(setting.run(concat("apply", names)).out()).isEqualTo("configmap/c created\n");
    assertThat(setting.run(concat("apply --compat=kubectl", names)).out())
        .isEqualTo("configmap/c unchanged\n".repeat(3));
  }

  private Ran run(String command, Path file) {
    return setting.run(concat(command, "-f", file.toString()));
  }

  private static String[] concat(String command, String... rest) {
    return Stream.concat(Arrays.stream(command.split(" ")), Arrays.stream(rest))
        .toArray(String[]::new);
  }
}
