package dev.japply;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.japply.cli.Console;
import dev.japply.cli.Japply;
import dev.japply.cli.PipedPrograms;
import dev.japply.cli.World;
import dev.japply.execute.Stop;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// japply, for tests of the whole: in this process, or as the program that `-Djapply.executable`
/// names.
public final class Program {
  private Program() {}

  /// What it said.
  public record Said(int status, String out, String err) {}

  /// The program to run; empty for japply in this process.
  public static String executable() {
    return System.getProperty("japply.executable", "");
  }

  /// Runs it in an environment that has no other variables.
  public static Said run(Map<String, String> environment, String input, List<String> args) {
    try {
      return executable().isEmpty()
          ? inProcess(environment, input, args)
          : process(executable(), environment, input, args);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Said inProcess(Map<String, String> environment, String input, List<String> args) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var in = new ByteArrayInputStream(input.getBytes(UTF_8));
    Console console = Console.of(environment, in, out, err);
    World world = World.of(console).with(new PipedPrograms(console));
    int status = new Japply(world, new Stop.Switch()).run(args);
    return new Said(status, out.toString(UTF_8), err.toString(UTF_8));
  }

  /// Runs `program` in an environment that has no other variables.
  static Said process(
      String program, Map<String, String> environment, String input, List<String> args)
      throws IOException, InterruptedException {
    var builder = new ProcessBuilder(new ArrayList<>(List.of(program)));
    builder.command().addAll(args);
    builder.environment().clear();
    builder.environment().putAll(environment);
    Path in = Files.writeString(Files.createTempFile("japply", ".in"), input);
    Path err = Files.createTempFile("japply", ".err");
    try {
      Process process = builder.redirectInput(in.toFile()).redirectError(err.toFile()).start();
      String out = new String(process.getInputStream().readAllBytes(), UTF_8);
      return new Said(process.waitFor(), out, Files.readString(err));
    } finally {
      Files.delete(in);
      Files.delete(err);
    }
  }
}
