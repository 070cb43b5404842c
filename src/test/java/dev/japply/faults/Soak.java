package dev.japply.faults;

import dev.japply.e2e.BuiltServer;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Applies the same objects for a long time, by several processes at once, while others write to
/// them: `make soak`. Prints a line for each wave of processes, and fails when something is lost or
/// grows.
public final class Soak {
  private Soak() {}

  /// Runs all of it.
  ///
  /// @param args the directory of `e2e/build`, japply, the directory for what is written, and how
  ///   many applies, objects and processes at once
  public static void main(String[] args) throws Exception {
    Path programs = Path.of(args[0]);
    Path directory = Path.of(args[2]);
    var size =
        new SoakRun.Size(
            Integer.parseInt(args[3]), Integer.parseInt(args[4]), Integer.parseInt(args[5]));
    Path data = Files.createDirectories(directory.resolve("server"));
    List<String> broken;
    try (var server = BuiltServer.start(programs.resolve("japply-e2e"), data, "--no-controllers");
        var upstream = new Upstream(server.kubeconfig())) {
      broken = run(List.of(args[1]), server, upstream, size, directory);
    }
    broken.forEach(System.out::println);
    System.exit(broken.isEmpty() ? 0 : 1);
  }

  private static List<String> run(
      List<String> japply, BuiltServer server, Upstream upstream, SoakRun.Size size, Path directory)
      throws IOException, InterruptedException {
    Path home = Files.createDirectories(directory.resolve("home"));
    var run = new SoakRun(japply, server.kubeconfig(), upstream, home, "default");
    try (var table = new PrintStream(directory.resolve("waves.txt").toFile())) {
      return run.run(
          size,
          line -> {
            System.out.println(line);
            table.println(line);
          });
    }
  }
}
