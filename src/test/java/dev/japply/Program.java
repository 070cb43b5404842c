package dev.japply;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.japply.cli.Japply;
import dev.japply.cli.PipedPrograms;
import dev.japply.cli.RealConnector;
import dev.japply.cli.flags.CommandContext;
import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.Console.Terminals;
import dev.japply.cluster.rest.Sleep;
import dev.japply.io.Cancellation;
import dev.japply.io.CancellationSource;
import dev.japply.io.Hurried;
import dev.japply.tree.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// japply, for tests of the whole: in this process, or as the program that `-Djapply.executable`
/// names. [TestedClassesTest] says which tests run it in this process whatever is named.
public final class Program {
  private static final Pattern PROGRESS = Pattern.compile("(?m)^japply: \\d+ of \\d+ done.*\\R");

  private static final Pattern SUMMARY =
      Pattern.compile("(?m)^\\d+ objects?(: \\d+ [a-z].*)?( \\(.*https?://.*\\))?\\R\\z");

  private Program() {}

  /// What it said.
  public record Said(int status, String out, String err) {
    /// Without how far it was after ten seconds, which takes no more than a busy machine.
    Said withoutProgress() {
      return new Said(status, out, PROGRESS.matcher(err).replaceAll(""));
    }

    /// Without the last line, where that counts objects: standard error is compared with kubectl's.
    Said withoutSummary() {
      return new Said(status, out, SUMMARY.matcher(err).replaceAll(""));
    }
  }

  /// The program to run; empty for japply in this process.
  public static String executable() {
    return System.getProperty("japply.executable", "");
  }

  /// How to start it as a process: the program, else the classes under test on this Java.
  public static List<String> command() {
    if (!executable().isEmpty()) {
      return List.of(executable());
    }
    String classes =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1", // as the launcher starts it, too
        "-XX:+UseSerialGC",
        "-cp",
        absolute(classes),
        Main.class.getName());
  }

  /// A class path that holds in any directory.
  private static String absolute(String classes) {
    return Arrays.stream(classes.split(File.pathSeparator))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  /// Runs it in an environment that has no other variables.
  public static Said run(Map<String, String> environment, String input, List<String> args) {
    return run("japply", environment, input, args);
  }

  /// Runs it by that name: as `kubectl-japply` it is a plugin of kubectl.
  public static Said run(
      String name, Map<String, String> environment, String input, List<String> args) {
    return run(name, environment, input, args, new CancellationSource(), Sleep.REAL);
  }

  /// Runs it in this process, where these of its streams are terminals: `in,out,err`.
  public static Said onTerminals(
      String terminals, Map<String, String> environment, String input, List<String> args) {
    return inProcess(
        "japply",
        environment,
        input,
        args,
        new CancellationSource(),
        Sleep.REAL,
        Terminals.parse(terminals));
  }

  /// Runs it; where it runs in this process, its pauses take a hundredth of their time.
  public static Said hurried(Map<String, String> environment, String input, List<String> args) {
    var stop = new Hurried();
    return run("japply", environment, input, args, stop, stop::pause);
  }

  private static Said run(
      String name,
      Map<String, String> environment,
      String input,
      List<String> args,
      Cancellation stop,
      Sleep sleep) {
    try {
      Said said =
          executable().isEmpty()
              ? inProcess(name, environment, input, args, stop, sleep, Terminals.parse(""))
              : process(
                  List.of(Path.of(executable()).resolveSibling(name).toString()),
                  environment,
                  input,
                  args);
      return said.withoutProgress().withoutSummary();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Runs it as a process, in an environment that has no other variables but `PATH`.
  public static Said start(Map<String, String> environment, List<String> args)
      throws IOException, InterruptedException {
    var all = new TreeMap<>(environment);
    all.put("PATH", System.getenv("PATH"));
    return process(command(), all, "", args);
  }

  private static Said inProcess(
      String name,
      Map<String, String> environment,
      String input,
      List<String> args,
      Cancellation stop,
      Sleep sleep,
      Terminals terminals) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var in = new ByteArrayInputStream(input.getBytes(UTF_8));
    Console console = Console.of(environment, in, out, err).with(terminals);
    CommandContext context =
        new CommandContext(console, new RealConnector(sleep)).with(new PipedPrograms(console));
    int status = withStack(() -> new Japply(context, stop, name).run(args));
    return new Said(status, out.toString(UTF_8), err.toString(UTF_8));
  }

  /// Calls it on a thread with as large a stack as the program has.
  private static <T> T withStack(Supplier<T> call) {
    var task = new FutureTask<>(call::get);
    var thread = new Thread(null, task, Thread.currentThread().getName(), Json.STACK);
    thread.start();
    try {
      return task.get();
    } catch (InterruptedException e) {
      thread.interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case RuntimeException unchecked -> throw unchecked;
        case Error error -> throw error;
        case null, default -> throw new IllegalStateException(e);
      }
    }
  }

  /// Runs `program` in an environment that has no other variables.
  static Said process(
      String program, Map<String, String> environment, String input, List<String> args)
      throws IOException, InterruptedException {
    return process(List.of(program), environment, input, args);
  }

  /// Runs `command` with more arguments, in an environment that has no other variables.
  static Said process(
      List<String> command, Map<String, String> environment, String input, List<String> args)
      throws IOException, InterruptedException {
    var builder = new ProcessBuilder(new ArrayList<>(command));
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
