package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.cli.Japply.InternalFailure;
import dev.japply.cluster.FakeCluster;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A run whose thread fails, as for lack of memory.
class FailedThreadTest {
  private static final String MEMORY =
      "error: out of memory; JAPPLY_JAVA_OPTIONS=-Xmx4g allows 4 GiB, and java -Xmx4g for the"
          + " jar\n";

  private final FakeCluster cluster = new FakeCluster();
  @TempDir private Path folder;

  private static String maps(int first, int last) {
    return IntStream.rangeClosed(first, last)
        .mapToObj(i ->
            """
            {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c%d"},"data":{"k":"v"}}
            """
                .formatted(i))
        .collect(Collectors.joining());
  }

  private Ran apply(String... flags) {
    return new Ran.Setting(cluster)
        .reading(maps(10, 39))
        .run(Stream.concat(Stream.of("apply", "-f", "-"), Stream.of(flags)).toArray(String[]::new));
  }

  private void failAt(String request, Error error) {
    cluster.before(
        request,
        () -> {
          throw error;
        });
  }

  @Test
  void countsWhatIsDoneAndReportsTheObjectOfAWriteAsUnknown() {
    failAt("POST default/c27", new OutOfMemoryError());
    Path undo = folder.resolve("undo.jsonl");
    Ran ran = apply("--summary", "--concurrency=1", "--undo-file=" + undo);
    assertThat(ran.out()).hasLineCount(17).endsWith("configmap/c26 created\n");
    assertThat(ran.err())
        .isEqualTo(
            "error: STDIN:18: ConfigMap default/c27: unknown: japply failed before the end; whether"
                + " the server carried out the request is not known; apply again: nothing is done"
                + " twice\n"
                + "to take this run back: japply undo "
                + undo
                + "\n"
                + MEMORY
                + "30 objects: 17 created, 1 unknown, 12 not tried (default on"
                + " https://fake:6443)\n");
    assertThat(ran.status()).isEqualTo(1);
  }

  /// Whatever the other threads have finished is printed, also behind the object that failed.
  @ParameterizedTest
  @ValueSource(ints = {2, 4, 16})
  void losesNoResultOfOtherThreads(int threads) {
    failAt("POST default/c11", new OutOfMemoryError());
    Ran ran = apply("--summary", "--concurrency=" + threads);
    int written = (int) cluster.objects.keySet().stream().filter(k -> k.contains("/c")).count();
    assertThat(ran.out()).hasLineCount(written);
    assertThat(ran.err())
        .contains("30 objects: " + written + " created, 1 unknown" + (written == 29 ? " (" : ", "));
  }

  @Test
  void doesNotReportAnObjectAsUnknownForWhichNothingWasSent() {
    failAt("GET default/c11", new OutOfMemoryError());
    failAt("LIST default/configmaps", new OutOfMemoryError());
    assertThat(apply("--summary").err()).isEqualTo(MEMORY);
    assertThat(cluster.requests).noneMatch(request -> request.startsWith("POST"));
  }

  @Test
  void reportsADefectAfterTheResultsToo() {
    cluster.before(
        "POST default/c12",
        () -> {
          throw new IllegalStateException("a defect");
        });
    assertThatThrownBy(() -> apply("--concurrency=1"))
        .isInstanceOf(InternalFailure.class)
        .hasRootCauseMessage("a defect");
  }
}
