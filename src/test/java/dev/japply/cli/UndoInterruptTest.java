package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ClusterException.Kind;
import dev.japply.io.CancellationSource;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Undos and plans that are interrupted.
class UndoInterruptTest extends WithPlans {
  private final CancellationSource stop = new CancellationSource();

  private Ran interrupted(String manifest, String... args) {
    return new Ran.Setting(cluster)
        .stoppedBy(stop)
        .reading(manifest)
        .run(Stream.concat(Stream.of(args), Stream.of("--concurrency=1")).toArray(String[]::new));
  }

  /// Cancels the run at the request of that number.
  private void cancelAt(int number, String request) {
    for (int i = 1; i < number; i++) {
      cluster.before(request, () -> {});
    }
    cluster.before(request, stop::cancel);
  }

  private void record() {
    japply(NEW, "apply", "-f", "-", "--undo-file", undo(), "--concurrency=1");
  }

  private String undo() {
    return directory.resolve("undo.jsonl").toString();
  }

  /// The first PATCH of an object is a dry run.
  @Test
  void anUndoIsRepeatedToContinue() {
    record();
    cancelAt(2, "PATCH default/c");
    Ran first = interrupted("", "undo", undo(), "--yes");
    assertThat(first.err())
        .isEqualTo(
            "interrupted: 1 taken back, 0 failed, 2 not tried (Secret default/s, Secret default/t);"
                + " undo again to continue\n");
    assertThat(first.status()).isEqualTo(130);
    Ran second = japply("", "undo", undo(), "--yes");
    assertThat(second.out())
        .isEqualTo("configmap/c unchanged\nsecret/s configured\nsecret/t deleted\n");
    assertThat(cluster.object(CONFIG).map("data").text("k")).isEqualTo("old");
    assertThat(cluster.objects).doesNotContainKey("secrets default/t");
  }

  @Test
  void anUndoThatIsInterruptedBeforeItsDeletionsIsReportedOnce() {
    record();
    cancelAt(2, "PATCH default/s");
    assertThat(interrupted("", "undo", undo(), "--yes").err())
        .isEqualTo(
            "interrupted: 2 taken back, 0 failed, 1 not tried (Secret default/t); undo again to"
                + " continue\n");
  }

  @Test
  void aDeletionOfAnUndoIsCountedWithTheRest() {
    record();
    cancelAt(1, "DELETE default/t");
    assertThat(interrupted("", "undo", undo(), "--yes").err())
        .isEqualTo("interrupted: 3 taken back, 0 failed, 0 not tried\n");
  }

  @Test
  void anUndoOfAFailedRunIsContinuedByACommand() {
    cancelAt(3, "PATCH default/c");
    String bad =
        "---\n{\"apiVersion\":\"v1\",\"kind\":\"Nothing\",\"metadata\":{\"name\":\"n\"}}\n";
    Ran ran =
        interrupted(NEW + bad, "apply", "-f", "-", "--undo-on-failure", "--undo-file", undo());
    assertThat(ran.err().lines().skip(1))
        .containsExactly(
            "taken back: ConfigMap default/c configured",
            "interrupted: 1 taken back, 0 failed, 2 not tried (Secret default/s, Secret default/t);"
                + " undo again to continue",
            "not all of the run was taken back: japply undo " + Path.of(undo()));
  }

  private void leave(String... verbs) {
    for (String verb : verbs) {
      for (int i = 0; i < 90; i++) {
        cluster.before(
            verb,
            () -> {
              throw new ClusterException(Kind.REFUSED, "refused", "", null);
            });
      }
    }
  }

  /// One error, as of an apply, and not one for each object.
  @Test
  void aServerThatLeavesBeforeTheUndoIsReportedOnce() {
    record();
    cluster.before("GET /kube-system", () -> {});
    leave("GET", "LIST");
    Ran ran = japply("", "undo", undo(), "--yes");
    assertThat(ran.err()).isEqualTo("error: refused\n");
    assertThat(ran.out()).isEmpty();
    assertThat(ran.status()).isEqualTo(1);
  }

  @Test
  void aServerThatLeavesBeforeTheUndoOfAFailedRunIsReportedOnce() {
    cluster.before("POST default/t", () -> leave("GET", "LIST", "POST", "PATCH"));
    Ran ran =
        japply(
            NEW, "apply", "-f", "-", "--undo-on-failure", "--undo-file", undo(), "--concurrency=1");
    assertThat(ran.err().lines().toList())
        .endsWith("error: refused", "not all of the run was taken back: japply undo " + undo());
    assertThat(ran.err().lines().filter(line -> line.equals("error: refused"))).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PATCH default/c     | 1 applied, 0 failed, 3 not tried (Secret default/s, Secret"
            + " default/t, ConfigMap default/left);",
        "DELETE default/left | 4 applied, 0 failed, 0 not tried",
      })
  void aPlanCountsItsDeletions(String request, String counts) {
    plan(LESS, PRUNE);
    cancelAt(1, request);
    Ran ran = interrupted(LESS, pruning("apply", "-f", "-", "--plan", file.toString()));
    assertThat(ran.err()).contains("interrupted: " + counts);
  }
}
