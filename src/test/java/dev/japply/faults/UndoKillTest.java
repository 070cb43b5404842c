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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The program is killed at the boundaries of its requests while it applies with an undo file, and
/// while it takes a run back. Each time an undo makes of it what was there before the run.
@UsesTestCluster
@Tag("verify")
@Order(1)
class UndoKillTest {
  private static final int OBJECTS = 15;
  private static final int GOING = 3;
  private static final String SERVER_SIDE = "--server-side";
  private static final String PRUNE = "--prune -l set=s --prune-allowlist=core/v1/ConfigMap";

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

  @ParameterizedTest
  @ValueSource(strings = {PRUNE, SERVER_SIDE})
  void aKilledApplyIsTakenBack(String flags) throws Exception {
    try (var runs = new KilledRuns(server.kubeconfig(), home)) {
      apply(runs, prepare(runs, flags), flags); // to have the types in the cache
      apply(runs, prepare(runs, flags), flags);
      int requests = runs.requests();
      List<Boundary> boundaries = KilledRuns.boundaries(requests);
      for (Boundary boundary : boundaries) {
        String namespace = prepare(runs, flags);
        Map<String, String> wanted = runs.objects(namespace);
        assertThat(runs.kill(boundary, namespace, apply(flags), manifest(false)))
            .as("the status of a program killed at %s", boundary)
            .isNotZero();
        if (Files.exists(file())) {
          undone(runs, namespace, wanted, "an apply killed at " + boundary);
        } else {
          assertThat(runs.objects(namespace)).isEqualTo(wanted);
        }
      }
      told("an apply " + flags, boundaries, requests);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {PRUNE, SERVER_SIDE})
  void aKilledUndoIsRepeated(String flags) throws Exception {
    try (var runs = new KilledRuns(server.kubeconfig(), home)) {
      String undisturbed = prepare(runs, flags);
      apply(runs, undisturbed, flags);
      assertThat(runs.run(undisturbed, undo(), "").status()).isZero();
      int requests = runs.requests();
      List<Boundary> boundaries = KilledRuns.boundaries(requests);
      for (Boundary boundary : boundaries) {
        String namespace = prepare(runs, flags);
        Map<String, String> wanted = runs.objects(namespace);
        apply(runs, namespace, flags);
        assertThat(runs.kill(boundary, namespace, undo(), ""))
            .as("the status of a program killed at %s", boundary)
            .isNotZero();
        undone(runs, namespace, wanted, "an undo killed at " + boundary);
      }
      told("an undo of an apply " + flags, boundaries, requests);
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
  private String prepare(KilledRuns runs, String flags) throws IOException {
    Files.deleteIfExists(file());
    String namespace = server.newNamespace();
    String first = "apply -f -" + (flags.equals(SERVER_SIDE) ? " " + SERVER_SIDE : "");
    assertThat(runs.run(namespace, first, manifest(true)).status()).isZero();
    return namespace;
  }

  private void apply(KilledRuns runs, String namespace, String flags) {
    assertThat(runs.run(namespace, apply(flags), manifest(false)).status()).isZero();
  }

  private String apply(String flags) {
    return "apply -f - " + flags + " --undo-file " + file();
  }

  private String undo() {
    return "undo --yes " + file();
  }
}
