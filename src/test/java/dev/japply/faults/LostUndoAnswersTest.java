package dev.japply.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.e2e.TestCluster;
import dev.japply.e2e.UsesTestCluster;
import dev.japply.faults.Fault.When;
import dev.japply.faults.Relay.Behaviour;
import dev.japply.faults.Relay.Exchange;
import dev.japply.faults.Relay.Forward;
import dev.japply.faults.Relay.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A gateway before the real server loses one answer to an undo, at each of its writes: after the
/// write was carried out, or so that the write is carried out later. The undo, repeated if it does
/// not know the outcome, makes of it what was there before, and the manifest of that changes
/// nothing.
@UsesTestCluster
@Tag("sampled")
@Order(1)
class LostUndoAnswersTest {
  private static final String MANIFEST =
      """
      {apiVersion: v1, kind: ConfigMap, metadata: {name: patched, labels: {set: s}}, data: {k: %1$s}}
      ---
      {apiVersion: v1, kind: ConfigMap, metadata: {name: fixed, labels: {set: s}, annotations: {japply.dev/recreate: on-immutable-change}},
       immutable: true, data: {k: %1$s}}
      ---
      {apiVersion: v1, kind: ConfigMap, metadata: {name: %1$s, labels: {set: s}}, data: {k: v}}
      """;

  private static final String BAD =
      "---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: UPPER, labels: {set: s}}}\n";

  private static final String PRUNE =
      " --prune -l set=s --prune-allowlist=core/v1/ConfigMap --undo-file ";

  private final TestCluster server;
  @TempDir private Path home;

  LostUndoAnswersTest(TestCluster server) {
    this.server = server;
  }

  /// A write that is carried out, or will be, and has no answer.
  enum Loss {
    RESET,
    CUT,
    ERROR,
    LATE
  }

  @ParameterizedTest
  @ValueSource(strings = {"RESET", "CUT", "ERROR", "LATE"})
  void anUndoFindsOut(Loss loss) throws IOException {
    try (var upstream = new Upstream(server.kubeconfig());
        var relay = new Relay(upstream)) {
      int writes = 1;
      for (int moment = 1; moment <= writes; moment++) {
        String namespace = server.newNamespace();
        Path file = home.resolve(namespace + ".jsonl");
        run(relay, namespace, "apply -f -", MANIFEST.formatted("old"));
        Map<String, String> wanted = upstream.configMaps(namespace, "?labelSelector=set%3Ds");
        run(relay, namespace, "apply -f -" + PRUNE + file, MANIFEST.formatted("new"));
        relay.begin(at(moment, loss, new OtherWriter(upstream)));
        Program.Said undone = japply(relay, namespace, "undo --yes " + file, "");
        writes = writes(relay);
        String all =
            "%s at write %d of %d%n%s%s%n%s"
                .formatted(loss, moment, writes, undone.out(), undone.err(), relay.exchanges());
        if (undone.status() != 0) {
          assertThat(undone.err()).as(all).contains("unknown: ");
          run(relay, namespace, "undo --yes " + file, "");
        }
        assertThat(undone.out()).as(all).doesNotContain("fixed configured");
        assertThat(upstream.configMaps(namespace, "?labelSelector=set%3Ds"))
            .as(all)
            .isEqualTo(wanted);
        assertUnchanged(relay, namespace, all);
        Files.delete(file);
      }
      assertThat(writes).as("a patch, a DELETE and a POST, a POST, a DELETE").isGreaterThan(4);
    }
  }

  /// The same of an undo after a failure, at each write that follows those of the run. What it does
  /// not know, its undo file settles.
  @ParameterizedTest
  @ValueSource(strings = {"RESET", "CUT", "LATE"})
  void anUndoAfterAFailureFindsOut(Loss loss) throws IOException {
    try (var upstream = new Upstream(server.kubeconfig());
        var relay = new Relay(upstream)) {
      String failing = MANIFEST.formatted("new") + BAD;
      String first = server.newNamespace();
      run(relay, first, "apply -f -", MANIFEST.formatted("old"));
      relay.begin(Behaviour.FORWARD);
      assertThat(japply(relay, first, "apply -f -", failing).status()).isEqualTo(1);
      int applied = writes(relay);
      int writes = applied + 1;
      for (int moment = applied + 1; moment <= writes; moment++) {
        String namespace = server.newNamespace();
        Path file = home.resolve(namespace + ".jsonl");
        run(relay, namespace, "apply -f -", MANIFEST.formatted("old"));
        Map<String, String> wanted = upstream.configMaps(namespace, "?labelSelector=set%3Ds");
        relay.begin(at(moment, loss, new OtherWriter(upstream)));
        Program.Said failed =
            japply(relay, namespace, "apply -f - --undo-on-failure --undo-file " + file, failing);
        writes = writes(relay);
        String all =
            "%s at write %d of %d%n%s%s%n%s"
                .formatted(loss, moment, writes, failed.out(), failed.err(), relay.exchanges());
        assertThat(failed.status()).as(all).isEqualTo(1);
        if (failed.err().contains("not all of the run was taken back")) {
          run(relay, namespace, "undo --yes " + file, "");
        } else {
          assertThat(failed.err()).as(all).contains("the run was taken back");
        }
        assertThat(upstream.configMaps(namespace, "?labelSelector=set%3Ds"))
            .as(all)
            .isEqualTo(wanted);
        assertUnchanged(relay, namespace, all);
        Files.delete(file);
      }
      assertThat(writes - applied).as("a patch, a DELETE and a POST, a DELETE").isGreaterThan(3);
    }
  }

  /// Checks that the manifest of before the run has nothing to change.
  private void assertUnchanged(Relay relay, String namespace, String all) throws IOException {
    assertThat(run(relay, namespace, "apply -f -", MANIFEST.formatted("old")).out().lines())
        .as(all)
        .hasSize(3)
        .allMatch(line -> line.endsWith(" unchanged"));
  }

  private int writes(Relay relay) {
    return (int) relay.exchanges().stream().map(Exchange::request).filter(this::counts).count();
  }

  private boolean counts(Request request) {
    return request.isWrite() && !request.isDry();
  }

  private Behaviour at(int moment, Loss loss, OtherWriter other) {
    var left = new AtomicInteger(moment);
    return (request, forward) -> {
      if (!counts(request) || left.decrementAndGet() != 0) {
        return new Reply.Whole(forward.send());
      }
      if (loss != Loss.LATE) {
        return Fault.valueOf(loss.name()).happen(request, When.AFTER, forward, other);
      }
      sendLater(forward);
      return new Reply.Reset();
    };
  }

  /// The write comes to the server after the next request of the program, or about then.
  private static void sendLater(Forward forward) {
    var late = CompletableFuture.delayedExecutor(30, TimeUnit.MILLISECONDS);
    late.execute(() -> {
      try {
        forward.send();
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    });
  }

  private Program.Said run(Relay relay, String namespace, String command, String input) {
    relay.begin(Behaviour.FORWARD);
    Program.Said said = japply(relay, namespace, command, input);
    assertThat(said.status()).as(said.err()).isZero();
    return said;
  }

  private Program.Said japply(Relay relay, String namespace, String command, String input) {
    String line = "%s -n %s -s %s".formatted(command, namespace, relay.url());
    return Program.run(Map.of("HOME", home.toString()), input, List.of(line.split(" ")));
  }
}
