package dev.japply.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.japply.execute.MemoryCluster;
import dev.japply.execute.Stop;
import dev.japply.object.KubeObject;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import dev.japply.tree.Json;
import dev.japply.tree.JsonSyntaxException;
import dev.japply.tree.Value.MapValue;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A command that was run in process; printing it shows everything that a failure needs.
///
/// @param args what was typed
/// @param status the exit status
record Ran(List<String> args, int status, String out, String err) {

  /// What a command runs in.
  ///
  /// @param cluster the only cluster there is
  /// @param environment the environment variables
  /// @param stdin the standard input
  record Setting(MemoryCluster cluster, Map<String, String> environment, String stdin, Stop stop) {
    Setting(MemoryCluster cluster) {
      this(cluster, Map.of(), "", new Stop.Switch());
    }

    Setting with(Map<String, String> variables) {
      return new Setting(cluster, variables, stdin, stop);
    }

    Setting reading(String input) {
      return new Setting(cluster, environment, input, stop);
    }

    Setting stoppedBy(Stop ending) {
      return new Setting(cluster, environment, stdin, ending);
    }

    Ran run(String... args) {
      var out = new ByteArrayOutputStream();
      var err = new ByteArrayOutputStream();
      var in = new ByteArrayInputStream(stdin.getBytes(UTF_8));
      Console console = Console.of(environment, in, out, err);
      Connector connector =
          flags ->
              new Connector.Session(
                  cluster, flags.namespace().isEmpty() ? "default" : flags.namespace());
      var world = new World(console, Ran::read, connector);
      int status = new Japply(world, stop).run(List.of(args));
      return new Ran(List.of(args), status, out.toString(UTF_8), err.toString(UTF_8));
    }
  }

  /// Runs a command that needs no cluster.
  static Ran of(String... args) {
    return new Setting(new MemoryCluster()).run(args);
  }

  /// Reads files of one JSON object a line.
  private static Manifests.Found read(Manifests.Files files, InputStream stdin) {
    var objects = new ArrayList<KubeObject>();
    var problems = new ArrayList<Problem>();
    for (String name : files.names()) {
      int number = 0;
      for (String line : text(name, stdin).lines().toList()) {
        number++;
        var origin = new Origin(name.equals("-") ? "STDIN" : name, number, 1);
        try {
          objects.add(KubeObject.of((MapValue) Json.parse(line), origin));
        } catch (JsonSyntaxException e) {
          problems.add(Problem.error(origin, "broken line", ""));
        }
      }
    }
    return new Manifests.Found(objects, problems);
  }

  private static String text(String name, InputStream stdin) {
    try {
      return name.equals("-")
          ? new String(stdin.readAllBytes(), UTF_8)
          : Files.readString(Path.of(name));
    } catch (IOException e) {
      throw new UsageException("the path \"" + name + "\" does not exist");
    }
  }

  @Override
  public String toString() {
    return "japply %s%n=> %d%n--- out%n%s--- err%n%s"
        .formatted(String.join(" ", args), status, out, err);
  }
}
