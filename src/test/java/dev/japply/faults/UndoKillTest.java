package dev.japply.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.e2e.TestCluster;
import dev.japply.e2e.UsesTestCluster;
import dev.japply.faults.Relay.Behaviour;
import dev.japply.faults.Relay.Forward;
import dev.japply.faults.Relay.Reply;
import dev.japply.object.LastApplied;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
  private static final int KILLS = Integer.getInteger("japply.faults.kills", 4);
  private static final long SEED = Long.getLong("japply.faults.seed", 1L);
  private static final int OBJECTS = 15;
  private static final int GOING = 3;
  private static final long LIMIT = 2;

  private final TestCluster server;
  @TempDir private Path home;

  UndoKillTest(TestCluster server) {
    this.server = server;
  }

  /// Every third object stays as it is, every third loses a field for another, the rest is new. One
  /// is recreated.
  private static String manifest(boolean before) {
    String objects =
        IntStream.range(0, OBJECTS + (before ? GOING : 0))
            .filter(i -> !before || i % 3 != 2 || i >= OBJECTS)
            .mapToObj(i ->
                """
                ---
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: c%d, labels: {set: s}}
                data: {%s: x}
                """
                    .formatted(i, before || i % 3 == 0 ? "old" : "new"))
            .collect(Collectors.joining());
    return objects
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
    try (var upstream = new Upstream(server.kubeconfig());
        var relay = new Relay(upstream)) {
      String undisturbed = prepare(relay);
      assertThat(run(relay, manifest(false), apply(relay, undisturbed)).status()).isZero();
      int requests = relay.exchanges().size();
      List<Boundary> boundaries = boundaries(requests);
      for (Boundary boundary : boundaries) {
        String namespace = prepare(relay);
        Map<String, String> wanted = objects(upstream, namespace);
        killAt(new Killer(boundary), relay, manifest(false), apply(relay, namespace));
        if (Files.exists(file())) {
          undone(upstream, relay, namespace, wanted, "an apply killed at " + boundary);
        } else {
          assertThat(objects(upstream, namespace)).isEqualTo(wanted);
        }
      }
      told("an apply", boundaries, requests);
    }
  }

  @Test
  void aKilledUndoIsRepeated() throws Exception {
    try (var upstream = new Upstream(server.kubeconfig());
        var relay = new Relay(upstream)) {
      String undisturbed = prepare(relay);
      assertThat(run(relay, manifest(false), apply(relay, undisturbed)).status()).isZero();
      assertThat(run(relay, "", undo(relay, undisturbed)).status()).isZero();
      int requests = relay.exchanges().size();
      List<Boundary> boundaries = boundaries(requests);
      for (Boundary boundary : boundaries) {
        String namespace = prepare(relay);
        Map<String, String> wanted = objects(upstream, namespace);
        assertThat(run(relay, manifest(false), apply(relay, namespace)).status()).isZero();
        killAt(new Killer(boundary), relay, "", undo(relay, namespace));
        undone(upstream, relay, namespace, wanted, "an undo killed at " + boundary);
      }
      told("an undo", boundaries, requests);
    }
  }

  private static void told(String what, List<Boundary> boundaries, int requests) {
    System.out.printf(
        "faults: seed %d, %s killed at %d of %d boundaries, and each was taken back%n",
        SEED, what, boundaries.size(), 2 * requests);
  }

  private void undone(
      Upstream upstream, Relay relay, String namespace, Map<String, String> wanted, String what)
      throws IOException {
    Map<String, String> between = objects(upstream, namespace);
    Program.Said said = run(relay, "", undo(relay, namespace));
    String all =
        "seed %d, %s%nbefore %s%n%s%n%s"
            .formatted(SEED, what, between, said.err(), Files.readString(file()));
    assertThat(said.status()).as(all).isZero();
    assertThat(objects(upstream, namespace)).as(all).isEqualTo(wanted);
    Program.Said again = run(relay, "", undo(relay, namespace));
    assertThat(again.err()).as(all).contains("nothing to take back");
  }

  private Path file() {
    return home.resolve("undo.jsonl");
  }

  /// When a program is killed.
  ///
  /// @param moment at which of its requests, from 1 on
  /// @param after whether the server has carried it out
  private record Boundary(int moment, boolean after) {}

  private static List<Boundary> boundaries(int requests) {
    var all = new ArrayList<Boundary>();
    for (int moment = 1; moment <= requests; moment++) {
      all.add(new Boundary(moment, false));
      all.add(new Boundary(moment, true));
    }
    Collections.shuffle(all, new Random(SEED));
    return all.subList(0, Math.min(KILLS, all.size()));
  }

  /// A namespace with what the program finds.
  private String prepare(Relay relay) throws IOException {
    Files.deleteIfExists(file());
    String namespace = server.newNamespace();
    List<String> args = args(relay, namespace, "apply -f -");
    assertThat(run(relay, manifest(true), args).status()).isZero();
    return namespace;
  }

  private List<String> apply(Relay relay, String namespace) {
    return args(
        relay,
        namespace,
        "apply -f - --prune -l set=s --prune-allowlist=core/v1/ConfigMap --undo-file " + file());
  }

  private List<String> undo(Relay relay, String namespace) {
    return args(relay, namespace, "undo --yes " + file());
  }

  private static List<String> args(Relay relay, String namespace, String command) {
    return List.of("%s -n %s -s %s".formatted(command, namespace, relay.url()).split(" ", -1));
  }

  private Program.Said run(Relay relay, String manifest, List<String> args) {
    relay.begin(Behaviour.FORWARD);
    return Program.run(Map.of("HOME", home.toString()), manifest, args);
  }

  /// Runs the program until `killer` ends it.
  private void killAt(Killer killer, Relay relay, String manifest, List<String> args)
      throws IOException, InterruptedException {
    var builder = new ProcessBuilder(new ArrayList<>(Program.command()));
    builder.command().addAll(args);
    builder.environment().clear();
    builder.environment().put("HOME", home.toString());
    relay.begin(killer);
    Process process =
        builder.redirectErrorStream(true).redirectOutput(home.resolve("out").toFile()).start();
    killer.process.complete(process);
    try (var in = process.outputWriter()) {
      in.write(manifest);
    }
    // A run with fewer requests, as after a list in the place of reads, ends before.
    assertThat(process.waitFor(LIMIT, TimeUnit.MINUTES)).isTrue();
  }

  /// Kills a process at one of its requests.
  private static final class Killer implements Behaviour {
    private final Boundary boundary;
    private final CompletableFuture<Process> process = new CompletableFuture<>();

    Killer(Boundary boundary) {
      this.boundary = boundary;
    }

    @Override
    public Reply reply(Request request, Forward forward) throws IOException {
      if (request.number() < boundary.moment()) {
        return new Reply.Whole(forward.send());
      }
      if (request.number() == boundary.moment() && boundary.after()) {
        forward.send();
      }
      process.join().destroyForcibly();
      return new Reply.Silence();
    }
  }

  /// The objects, without everything that the server maintains.
  private static Map<String, String> objects(Upstream upstream, String namespace) {
    Upstream.Answer answer =
        upstream.get("/api/v1/namespaces/" + namespace + "/configmaps?labelSelector=set%3Ds");
    var objects = new TreeMap<String, String>();
    for (Value item : ((ListValue) answer.object().get("items")).items()) {
      var object = (MapValue) item;
      objects.put(
          object.map("metadata").text("name"), object.map("data") + " " + LastApplied.text(object));
    }
    return objects;
  }
}
