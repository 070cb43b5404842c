package dev.japply.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.e2e.TestCluster;
import dev.japply.e2e.UsesTestCluster;
import dev.japply.faults.KilledRuns.Boundary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The program is killed at the boundaries of its requests while it applies with an undo file, and
/// while it takes a run back. Each time an undo makes of it what was there before the run.
@UsesTestCluster
@Tag("verify")
@Order(1)
class UndoKillTest {
  private static final int OBJECTS = 15;
  private static final int GOING = 3;

  private final TestCluster server;
  @TempDir private Path home;

  UndoKillTest(TestCluster server) {
    this.server = server;
  }

  /// The ConfigMaps, and one that is recreated.
  private static String manifest(boolean before) {
    return KilledRuns.manifest(OBJECTS, GOING, before)
        + """
        ---
        apiVersion: v1
        kind: ConfigMap
        metadata:
          name: fixed
          labels: {set: s}
          annotations: {japply.dev/recreate: on-immutable-change}
        immutable: true
        data: {k: %s}
        """
            .formatted(before ? "old" : "new");
  }

  @Test
  void aKilledApplyIsTakenBack() throws Exception {
    try (var runs = new KilledRuns(server.kubeconfig(), home)) {
      apply(runs, prepare(runs)); // to have the types in the cache
      apply(runs, prepare(runs));
      int requests = runs.requests();
      List<Boundary> boundaries = KilledRuns.boundaries(requests);
      for (Boundary boundary : boundaries) {
        String namespace = prepare(runs);
        Map<String, String> wanted = runs.objects(namespace);
        assertThat(runs.kill(boundary, namespace, apply(), manifest(false)))
            .as("the status of a program killed at %s", boundary)
            .isNotZero();
        if (Files.exists(file())) {
          undone(runs, namespace, wanted, "an apply killed at " + boundary);
        } else {
          assertThat(runs.objects(namespace)).isEqualTo(wanted);
        }
      }
      told("an apply", boundaries, requests);
    }
  }

  @Test
  void aKilledUndoIsRepeated() throws Exception {
    try (var runs = new KilledRuns(server.kubeconfig(), home)) {
      String undisturbed = prepare(runs);
      apply(runs, undisturbed);
      assertThat(runs.run(undisturbed, undo(), "").status()).isZero();
      int requests = runs.requests();
      List<Boundary> boundaries = KilledRuns.boundaries(requests);
      for (Boundary boundary : boundaries) {
        String namespace = prepare(runs);
        Map<String, String> wanted = runs.objects(namespace);
        apply(runs, namespace);
        assertThat(runs.kill(boundary, namespace, undo(), ""))
            .as("the status of a program killed at %s", boundary)
            .isNotZero();
        undone(runs, namespace, wanted, "an undo killed at " + boundary);
      }
      told("an undo", boundaries, requests);
    }
  }

  private static void told(String what, List<Boundary> boundaries, int requests) {
    System.out.printf(
        "faults: seed %d, %s killed at %d of %d boundaries, and each was taken back%n",
        KilledRuns.SEED, what, boundaries.size(), 2 * requests);
  }

  private void undone(KilledRuns runs, String namespace, Map<String, String> wanted, String what)
      throws IOException {
    Map<String, String> between = runs.objects(namespace);
    Program.Said said = runs.run(namespace, undo(), "");
    String all =
        "seed %d, %s%nbefore %s%n%s%n%s"
            .formatted(KilledRuns.SEED, what, between, said.err(), Files.readString(file()));
    assertThat(said.status()).as(all).isZero();
    assertThat(runs.objects(namespace)).as(all).isEqualTo(wanted);
    Program.Said again = runs.run(namespace, undo(), "");
    assertThat(again.err()).as(all).contains("nothing to take back");
  }

  private Path file() {
    return home.resolve("undo.jsonl");
  }

  /// A namespace with what the program finds.
  private String prepare(KilledRuns runs) throws IOException {
    Files.deleteIfExists(file());
    String namespace = server.newNamespace();
    assertThat(runs.run(namespace, "apply -f -", manifest(true)).status()).isZero();
    return namespace;
  }

  private void apply(KilledRuns runs, String namespace) {
    assertThat(runs.run(namespace, apply(), manifest(false)).status()).isZero();
  }

  private String apply() {
    return "apply -f - --prune -l set=s --prune-allowlist=core/v1/ConfigMap --undo-file " + file();
  }

  private String undo() {
    return "undo --yes " + file();
  }
}
