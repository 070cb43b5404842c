package dev.japply.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.e2e.TestCluster;
import dev.japply.e2e.UsesTestCluster;
import dev.japply.faults.Relay.Behaviour;
import dev.japply.faults.Relay.Forward;
import dev.japply.faults.Relay.Reply;
import dev.japply.faults.Upstream.Answer;
import dev.japply.object.LastApplied;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.io.File;
import java.io.IOException;
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

/// The program is killed at the boundaries of its requests, before the server gets one and before
/// the answer comes back, while it applies 50 objects and prunes 5; each time the next run makes of
/// it what an undisturbed run does. So does the next run of a plan that was made before.
///
/// `make faults` kills it at all of them, this only at some.
@UsesTestCluster
@Tag("verify")
@Order(1)
class KillTest {
  private static final int KILLS = Integer.getInteger("japply.faults.kills", 4);
  private static final long SEED = Long.getLong("japply.faults.seed", 1L);
  private static final int OBJECTS = 50;
  private static final int GOING = 5;
  private static final int WRITES = OBJECTS * 2 / 3 + GOING;
  private static final long LIMIT = 2;

  private final TestCluster server;
  @TempDir private Path home;

  KillTest(TestCluster server) {
    this.server = server;
  }

  /// Every third object stays as it is, every third loses a field for another, the rest is new.
  private static String manifest(boolean before) {
    return IntStream.range(0, OBJECTS + (before ? GOING : 0))
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
  }

  @Test
  void theNextRunConverges() throws Exception {
    converges("apply");
  }

  @Test
  void theNextRunOfAPlanConverges() throws Exception {
    converges("apply --plan " + home.resolve("plan.json"));
  }

  private void converges(String command) throws Exception {
    try (var upstream = new Upstream(server.kubeconfig());
        var relay = new Relay(upstream)) {
      String undisturbed = prepare(relay);
      assertThat(run(relay, undisturbed, command, manifest(false)).status()).isZero();
      int requests = relay.exchanges().size();
      assertThat(requests).as("requests of an undisturbed run").isGreaterThan(WRITES);
      Map<String, String> wanted = objects(upstream, undisturbed);
      assertThat(wanted).hasSize(OBJECTS);
      List<Boundary> boundaries = boundaries(requests);
      for (Boundary boundary : boundaries) {
        String namespace = prepare(relay);
        killAt(new Killer(boundary), relay, args(relay, namespace, command));
        Map<String, String> between = objects(upstream, namespace);
        Program.Said said = run(relay, namespace, command, manifest(false));
        String what = "seed %d, killed at %s%nbefore %s".formatted(SEED, boundary, between);
        assertThat(said.status()).as("%s%n%s", what, said.err()).isZero();
        assertThat(objects(upstream, namespace)).as(what).isEqualTo(wanted);
      }
      System.out.printf(
          "faults: seed %d, %s killed at %d of %d boundaries, and each next run converged%n",
          SEED, plan(command), boundaries.size(), 2 * requests);
    }
  }

  private static String plan(String command) {
    return command.contains("--plan") ? "an apply of a plan" : "an apply";
  }

  /// Where the program is killed.
  ///
  /// @param moment at which of its requests, from 1 on
  /// @param after whether the server has carried it out
  private record Boundary(int moment, boolean after) {}

  /// Those that are tried, of a run of so many requests.
  private static List<Boundary> boundaries(int requests) {
    var all = new ArrayList<Boundary>();
    for (int moment = 1; moment <= requests; moment++) {
      all.add(new Boundary(moment, false));
      all.add(new Boundary(moment, true));
    }
    Collections.shuffle(all, new Random(SEED));
    return all.subList(0, Math.min(KILLS, all.size()));
  }

  /// A namespace with what the program finds, and a plan for it.
  private String prepare(Relay relay) {
    String namespace = server.newNamespace();
    assertThat(run(relay, namespace, "apply", manifest(true)).status()).isZero();
    String plan = "plan --local --out " + home.resolve("plan.json");
    assertThat(run(relay, namespace, plan, manifest(false)).status()).isZero();
    return namespace;
  }

  private static List<String> args(Relay relay, String namespace, String command) {
    return List.of(
        "%s -f - --prune -l set=s --prune-allowlist=core/v1/ConfigMap -n %s -s %s"
            .formatted(command, namespace, relay.url())
            .split(" ", -1));
  }

  private Program.Said run(Relay relay, String namespace, String command, String manifest) {
    relay.begin(Behaviour.FORWARD);
    return Program.run(Map.of("HOME", home.toString()), manifest, args(relay, namespace, command));
  }

  /// Runs the program until `killer` ends it.
  private void killAt(Killer killer, Relay relay, List<String> args)
      throws IOException, InterruptedException {
    var builder = new ProcessBuilder(new ArrayList<>(Program.command()));
    builder.command().addAll(args);
    builder.environment().clear();
    builder.environment().put("HOME", home.toString());
    File out = home.resolve("out").toFile();
    relay.begin(killer);
    Process process = builder.redirectErrorStream(true).redirectOutput(out).start();
    killer.process.complete(process);
    try (var in = process.outputWriter()) {
      in.write(manifest(false));
    }
    assertThat(process.waitFor(LIMIT, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as("the status of a killed program").isNotZero();
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

  /// The objects of the set, without what the server makes up.
  private static Map<String, String> objects(Upstream upstream, String namespace) {
    Answer answer =
        upstream.get("/api/v1/namespaces/" + namespace + "/configmaps?labelSelector=set%3Ds");
    var objects = new TreeMap<String, String>();
    for (Value item : ((ListValue) answer.object().get("items")).items()) {
      var object = (MapValue) item;
      objects.put(
          object.map("metadata").text("name"),
          (object.map("data") + " " + LastApplied.text(object)).replace(namespace, "$NS"));
    }
    return objects;
  }
}
