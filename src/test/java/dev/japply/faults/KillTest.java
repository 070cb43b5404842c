package dev.japply.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.e2e.TestCluster;
import dev.japply.e2e.UsesTestCluster;
import dev.japply.faults.KilledRuns.Boundary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The program is killed at the boundaries of its requests, before the server gets one and before
/// the answer comes back, while it applies 50 objects and prunes 5; each time the next run makes of
/// it what an undisturbed run does. So does the next run of a plan that was made before, of a
/// deletion, and of a move.
///
/// `make faults` kills it at all of them, this only at some.
@UsesTestCluster
@Tag("verify")
@Order(1)
class KillTest {
  private static final int OBJECTS = 50;
  private static final int GOING = 5;
  private static final int WRITES = OBJECTS * 2 / 3 + GOING;
  private static final String BEFORE = KilledRuns.manifest(OBJECTS, GOING, true);
  private static final String MANIFEST = KilledRuns.manifest(OBJECTS, GOING, false);
  private static final String PRUNE = " -f - --prune -l set=s --prune-allowlist=core/v1/ConfigMap";

  private final TestCluster server;
  @TempDir private Path home;

  KillTest(TestCluster server) {
    this.server = server;
  }

  @Test
  void theNextRunConverges() throws Exception {
    converges("an apply", "apply" + PRUNE, MANIFEST, OBJECTS);
  }

  @Test
  void theNextRunOfAPlanConverges() throws Exception {
    converges("an apply of a plan", "apply --plan " + plan() + PRUNE, MANIFEST, OBJECTS);
  }

  @Test
  void theNextDeletionConverges() throws Exception {
    converges("a deletion", "delete -f -", BEFORE, 0);
  }

  @Test
  void theNextMoveConverges() throws Exception {
    Path project =
        Files.writeString(
            home.resolve("project.yaml"),
            IntStream.range(0, GOING)
                .mapToObj(i ->
                    "- {from: {kind: ConfigMap, name: c%d}, to: {kind: ConfigMap, name: m%d}}\n"
                        .formatted(OBJECTS + i, i))
                .collect(
                    Collectors.joining(
                        "", "apiVersion: japply.dev/v1\nkind: Project\nmoved:\n", "")));
    String moved =
        IntStream.range(0, GOING)
            .mapToObj(i ->
                "---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: m%d, labels: {set: s}}}\n"
                    .formatted(i))
            .collect(Collectors.joining());
    converges("a move", "apply --project " + project + PRUNE, MANIFEST + moved, OBJECTS + GOING);
  }

  private Path plan() {
    return home.resolve("plan.json");
  }

  /// @param left the number of objects after an undisturbed run
  private void converges(String what, String command, String manifest, int left) throws Exception {
    try (var runs = new KilledRuns(server.kubeconfig(), home)) {
      String undisturbed = prepare(runs);
      assertThat(runs.run(undisturbed, command, manifest).status()).isZero();
      int requests = runs.requests();
      assertThat(requests).as("requests of an undisturbed run").isGreaterThan(WRITES);
      Map<String, String> wanted = runs.objects(undisturbed);
      assertThat(wanted).hasSize(left);
      List<Boundary> boundaries = KilledRuns.boundaries(requests);
      for (Boundary boundary : boundaries) {
        String namespace = prepare(runs);
        assertThat(runs.kill(boundary, namespace, command, manifest))
            .as("the status of a killed program")
            .isNotZero();
        Map<String, String> between = runs.objects(namespace);
        Program.Said said = runs.run(namespace, command, manifest);
        String moment =
            "seed %d, killed at %s%nbefore %s".formatted(KilledRuns.SEED, boundary, between);
        assertThat(said.status()).as("%s%n%s", moment, said.err()).isZero();
        assertThat(runs.objects(namespace)).as(moment).isEqualTo(wanted);
      }
      System.out.printf(
          "faults: seed %d, %s killed at %d of %d boundaries, and each next run converged%n",
          KilledRuns.SEED, what, boundaries.size(), 2 * requests);
    }
  }

  /// A namespace with what the program finds, and a plan for it.
  private String prepare(KilledRuns runs) {
    String namespace = server.newNamespace();
    assertThat(runs.run(namespace, "apply" + PRUNE, BEFORE).status()).isZero();
    String plan = "plan --local --out " + plan() + PRUNE;
    assertThat(runs.run(namespace, plan, MANIFEST).status()).isZero();
    return namespace;
  }
}
