package dev.japply.kubectl;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.japply.Main;
import dev.japply.cli.Console;
import dev.japply.cli.Japply;
import dev.japply.cli.World;
import dev.japply.execute.Stop;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Something to run with arguments.
interface Tool {
  /// How long it may take.
  int SECONDS = 60;

  /// What it said.
  record Said(int status, String out, String err) {}

  /// What it runs in.
  record Setting(Path directory, Map<String, String> environment, String stdin) {}

  Said run(Setting setting, List<String> args) throws IOException, InterruptedException;

  /// The kubectl at a path.
  static Tool kubectl(Path program) {
    return (setting, args) -> process(List.of(program.toString()), setting, args);
  }

  /// japply in a process of its own.
  static Tool japply() {
    List<String> java =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName());
    return (setting, args) -> process(java, setting, args);
  }

  /// japply in this process.
  static Tool inProcess() {
    return (setting, args) -> {
      var out = new ByteArrayOutputStream();
      var err = new ByteArrayOutputStream();
      var in = new ByteArrayInputStream(setting.stdin().getBytes(UTF_8));
      World world = World.of(Console.of(setting.environment(), in, out, err));
      int status = new Japply(world, new Stop.Switch()).run(args);
      return new Said(status, out.toString(UTF_8), err.toString(UTF_8));
    };
  }

  private static Said process(List<String> command, Setting setting, List<String> args)
      throws IOException, InterruptedException {
    var builder =
        new ProcessBuilder(new java.util.ArrayList<>(command))
            .directory(setting.directory().toFile());
    builder.command().addAll(args);
    builder.environment().clear();
    builder.environment().putAll(setting.environment());
    Path in = Files.writeString(setting.directory().resolve(".in"), setting.stdin());
    Path out = setting.directory().resolve(".out");
    Path err = setting.directory().resolve(".err");
    Process process =
        builder
            .redirectInput(in.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException("still running: " + builder.command());
    }
    return new Said(process.exitValue(), Files.readString(out), Files.readString(err));
  }
}
