package dev.japply.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.Program;
import dev.japply.faults.Relay.Behaviour;
import dev.japply.faults.Relay.Forward;
import dev.japply.faults.Relay.Reply;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Runs of the program before a relay, some of which are killed at the boundaries of their
/// requests: before the server gets one, and before its response comes back.
final class KilledRuns implements AutoCloseable {
  static final long SEED = Long.getLong("japply.faults.seed", 1L);

  private static final int KILLS = Integer.getInteger("japply.faults.kills", 4);
  private static final long LIMIT = 10;

  private final Upstream upstream;
  private final Relay relay;
  private final Path home;

  /// @param home the home directory of the runs
  KilledRuns(Path kubeconfig, Path home) throws IOException {
    this.upstream = new Upstream(kubeconfig);
    this.relay = new Relay(upstream);
    this.home = home;
  }

  /// The moment at which a run is killed.
  ///
  /// @param moment the number of the request, from 1 on
  /// @param after whether the server has carried it out
  record Boundary(int moment, boolean after) {}

  /// ConfigMaps of the set. Every third stays as it is, every third loses a field for another, and
  /// the rest is new.
  ///
  /// @param before whether these are the objects before the run, with `going` more
  static String manifest(int objects, int going, boolean before) {
    return IntStream.range(0, objects + (before ? going : 0))
        .filter(i -> !before || i % 3 != 2 || i >= objects)
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

  /// Runs the program to its end.
  ///
  /// @param command the words of the command, to which the namespace and the server are added
  Program.Said run(String namespace, String command, String input) {
    relay.begin(Behaviour.FORWARD);
    return Program.run(Map.of("HOME", home.toString()), input, args(namespace, command));
  }

  /// Returns the number of requests of the last run.
  int requests() {
    return relay.exchanges().size();
  }

  /// Returns the boundaries to try, of a run with so many requests.
  static List<Boundary> boundaries(int requests) {
    var all = new ArrayList<Boundary>();
    for (int moment = 1; moment <= requests; moment++) {
      all.add(new Boundary(moment, false));
      all.add(new Boundary(moment, true));
    }
    Collections.shuffle(all, new Random(SEED));
    return all.subList(0, Math.min(KILLS, all.size()));
  }

  /// Runs the program until it is killed, and returns its status.
  int kill(Boundary boundary, String namespace, String command, String input)
      throws IOException, InterruptedException {
    var builder = new ProcessBuilder(new ArrayList<>(Program.command()));
    builder.command().addAll(args(namespace, command));
    builder.environment().clear();
    builder.environment().put("HOME", home.toString());
    var killer = new Killer(boundary);
    relay.begin(killer);
    Process process =
        builder.redirectErrorStream(true).redirectOutput(home.resolve("out").toFile()).start();
    killer.process.complete(process);
    try (var in = process.outputWriter()) {
      in.write(input);
    }
    assertThat(process.waitFor(LIMIT, TimeUnit.MINUTES)).isTrue();
    return process.exitValue();
  }

  private List<String> args(String namespace, String command) {
    return List.of("%s -n %s -s %s".formatted(command, namespace, relay.url()).split(" ", -1));
  }

  /// Returns the objects of the set, without what the server makes up.
  Map<String, String> objects(String namespace) {
    return upstream.configMaps(namespace, "?labelSelector=set%3Ds");
  }

  @Override
  public void close() throws IOException {
    relay.close();
    upstream.close();
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
}
