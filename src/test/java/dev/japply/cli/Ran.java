package dev.japply.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.japply.Program;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.CommandContext.ClusterConnector;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.Console.Terminals;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.FakeCluster;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.io.Cancellation;
import dev.japply.io.Hurried;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// A command that was run; printing it shows everything that a failure needs.
///
/// @param args what was typed
/// @param status the exit status
record Ran(List<String> args, int status, String out, String err) {

  /// When commands run, by their clock.
  static final Instant NOW = Instant.parse("2026-11-21T12:34:56.123456789Z");

  /// Fails whoever wants to connect, or gets ready for that.
  private static final ClusterConnector NOWHERE =
      new ClusterConnector() {
        @Override
        public Cluster open(ConnectionOptions connection, Console console) {
          throw new AssertionError("connects");
        }

        @Override
        public void prepare(Supplier<ConnectionOptions> connection) {
          throw new AssertionError("connects ahead");
        }
      };

  /// What a command runs in.
  ///
  /// @param cluster the only cluster there is
  /// @param environment the environment variables
  /// @param stdin the standard input
  /// @param terminals which of the streams are terminals
  record Setting(
      FakeCluster cluster,
      Map<String, String> environment,
      String stdin,
      Cancellation stop,
      Terminals terminals) {
    Setting(FakeCluster cluster) {
      this(cluster, Map.of(), "", new Hurried(), Terminals.parse(""));
    }

    Setting with(Map<String, String> variables) {
      return new Setting(cluster, variables, stdin, stop, terminals);
    }

    Setting reading(String input) {
      return new Setting(cluster, environment, input, stop, terminals);
    }

    Setting stoppedBy(Cancellation ending) {
      return new Setting(cluster, environment, stdin, ending, terminals);
    }

    Setting on(String streams) {
      return new Setting(cluster, environment, stdin, stop, Terminals.parse(streams));
    }

    Ran run(String... args) {
      return run((connection, ignored) -> cluster.in(connection.namespace()), args);
    }

    /// Runs a command that must not ask any cluster.
    Ran offline(String... args) {
      return run(NOWHERE, args);
    }

    Ran run(ClusterConnector connector, String... args) {
      var out = new ByteArrayOutputStream();
      var err = new ByteArrayOutputStream();
      var in = new ByteArrayInputStream(stdin.getBytes(UTF_8));
      Console console = Console.of(environment, in, out, err).with(terminals);
      Clock clock = Clock.fixed(NOW, ZoneOffset.ofHours(2));
      var context = new CommandContext(console, connector, new PipedPrograms(console), clock);
      int status = new Japply(context, stop).run(unsummarized(args));
      return new Ran(List.of(args), status, out.toString(UTF_8), err.toString(UTF_8));
    }
  }

  /// Without the summary, unless the test is about that.
  private static List<String> unsummarized(String... args) {
    var all = new ArrayList<>(List.of(args));
    boolean has = List.of("apply", "diff", "plan").contains(all.isEmpty() ? "" : all.getFirst());
    boolean subcommand = all.size() > 1 && all.get(1).endsWith("-last-applied");
    if (has && !subcommand && all.stream().noneMatch(arg -> arg.startsWith("--summary"))) {
      all.add(1, "--summary=false");
    }
    return all;
  }

  /// Runs a command that needs no cluster.
  static Ran of(String... args) {
    return reading("", args);
  }

  /// The same, with a text for standard input.
  static Ran reading(String stdin, String... args) {
    Program.Said said = Program.run(Map.of(), stdin, List.of(args));
    return new Ran(List.of(args), said.status(), said.out(), said.err());
  }

  @Override
  public String toString() {
    return "japply %s%n=> %d%n--- out%n%s--- err%n%s"
        .formatted(String.join(" ", args), status, out, err);
  }
}
