package dev.japply.kpt.git;

import dev.japply.io.Cancellation;
import dev.japply.io.FileErrors;
import dev.japply.problem.ByteLimit;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/// Runs the user's git.
///
/// @param environment the variables that it gets
/// @param cancellation ends a program that still runs
/// @param limit time limit of each run; zero for no limit
public record Git(Map<String, String> environment, Cancellation cancellation, Duration limit) {
  /// Variables that would send git to another repository, as within a hook.
  private static final List<String> OF_REPOSITORY =
      List.of(
          "GIT_DIR",
          "GIT_COMMON_DIR",
          "GIT_WORK_TREE",
          "GIT_INDEX_FILE",
          "GIT_OBJECT_DIRECTORY",
          "GIT_ALTERNATE_OBJECT_DIRECTORIES",
          "GIT_NAMESPACE",
          "GIT_PREFIX");

  /// The time in seconds after which git gives up on a silent server, unless the user sets another.
  private static final Map<String, String> PATIENCE =
      Map.of("GIT_HTTP_LOW_SPEED_LIMIT", "1", "GIT_HTTP_LOW_SPEED_TIME", "300");

  private static final String PROTOCOLS = "GIT_ALLOW_PROTOCOL";
  private static final String NO_LAZY_FETCH = "GIT_NO_LAZY_FETCH";
  private static final String SETTING_COUNT = "GIT_CONFIG_COUNT";
  private static final String NOWHERE = "/dev/null";
  private static final String NO_HOOKS = "core.hooksPath=" + NOWHERE;
  private static final String NO_MONITOR = "core.fsmonitor=false";
  private static final long GLANCE_MILLIS = 50;

  /// Every so many glances, the programs that git has started are counted.
  private static final int GLANCES = 10;

  /// More programs than any fetch needs. A server can make git fetch within a fetch without end.
  private static final int MOST_PROGRAMS = 40;

  private static final double MILLIS = 1000;

  public Git {
    environment = Map.copyOf(environment);
  }

  /// A git that may take as long as it takes.
  public Git(Map<String, String> environment, Cancellation cancellation) {
    this(environment, cancellation, Duration.ZERO);
  }

  /// The same with another limit.
  public Git within(Duration time) {
    return new Git(environment, cancellation, time);
  }

  /// The same for an address that no user has written: it must not lead to files of this machine.
  Git forOthers() {
    return with(Map.of("GIT_PROTOCOL_FROM_USER", "0"));
  }

  static final class Output {
    private final int status;
    private final byte[] out;
    private final String err;

    Output(int status, byte[] out, String err) {
      this.status = status;
      this.out = out.clone();
      this.err = err;
    }

    boolean isGood() {
      return status == 0;
    }

    byte[] out() {
      return out.clone();
    }

    String text() {
      return new String(out, StandardCharsets.UTF_8);
    }

    String err() {
      return err;
    }
  }

  /// Returns the limit for git's output, which may be endless if it comes from others.
  ByteLimit most() {
    return ByteLimit.parse(environment.getOrDefault(ByteLimit.VARIABLE, ""));
  }

  /// Runs git in `directory` and waits for its end.
  ///
  /// @param input standard input of git
  /// @throws JapplyException when there is no git, it takes too long, or prints too much
  Output run(Path directory, byte[] input, List<String> arguments) {
    var command = new ArrayList<>(List.of("git"));
    command.addAll(arguments);
    var builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    builder.environment().keySet().removeAll(OF_REPOSITORY);
    builder.environment().put("LC_ALL", "C");
    PATIENCE.forEach(builder.environment()::putIfAbsent);
    try {
      return output(builder.start(), input);
    } catch (IOException e) {
      throw new JapplyException(
          Problem.error(
              Origin.NONE,
              "git cannot be run: " + FileErrors.ofStart(e),
              "install git, or correct PATH"),
          e);
    }
  }

  Output run(Path directory, String... arguments) {
    return run(directory, new byte[0], List.of(arguments));
  }

  /// Fetches into a repository of the cache, or sets its refs. Nothing is fetched beyond what the
  /// arguments name, where git is new enough for the variable.
  Output change(Path repository, byte[] input, List<String> arguments) {
    var all = new ArrayList<>(List.of("--git-dir=.", "-c", NO_HOOKS, "-c", NO_MONITOR));
    all.addAll(arguments);
    return with(Map.of(NO_LAZY_FETCH, "1")).run(repository, input, all);
  }

  Output read(Path repository, byte[] input, List<String> arguments) {
    return offline().change(repository, input, arguments);
  }

  Output read(Path repository, String... arguments) {
    return read(repository, new byte[0], List.of(arguments));
  }

  /// Reads the repository around a directory of the user's. Files of the directory may look like a
  /// repository, whose configuration names programs.
  Output readAround(Path directory, List<String> arguments) {
    return readAround(directory, new byte[0], arguments);
  }

  Output readAround(Path directory, byte[] input, List<String> arguments) {
    var all = new ArrayList<>(List.of("-c", "safe.bareRepository=explicit"));
    all.addAll(List.of("-c", NO_HOOKS, "-c", NO_MONITOR));
    all.addAll(arguments);
    return offline().run(directory, input, all);
  }

  /// The same git, which reads each object itself and not the one that a ref of the repository
  /// replaces it with.
  Git withoutReplacements() {
    return with(Map.of("GIT_NO_REPLACE_OBJECTS", "1"));
  }

  /// Runs a query about another repository, without the configuration of any repository.
  Output queryRemote(Path directory, List<String> arguments) {
    var all = new ArrayList<>(List.of("--git-dir=" + NOWHERE));
    all.addAll(arguments);
    return run(directory, new byte[0], all);
  }

  /// A git that fetches nothing: where an object is missing, older ones start the program that a
  /// remote in the configuration names, and newer ones need the second variable.
  private Git offline() {
    return with(Map.of(PROTOCOLS, "", NO_LAZY_FETCH, "1", "GIT_OPTIONAL_LOCKS", "0"));
  }

  private boolean isOffline() {
    return "".equals(environment.get(PROTOCOLS));
  }

  /// The same git with other settings, by their names. As arguments of `-c`, names could not
  /// contain `=`.
  Git withSettings(Map<String, String> settings) {
    var more = new HashMap<String, String>();
    int count = settingCount();
    for (var setting : settings.entrySet()) {
      more.put("GIT_CONFIG_KEY_" + count, setting.getKey());
      more.put("GIT_CONFIG_VALUE_" + count, setting.getValue());
      count++;
    }
    more.put(SETTING_COUNT, String.valueOf(count));
    return with(more);
  }

  /// The number of settings in the user's own environment, which stay.
  private int settingCount() {
    String count = environment.getOrDefault(SETTING_COUNT, "");
    return count.matches("\\d{1,4}") ? Integer.parseInt(count) : 0;
  }

  private Git with(Map<String, String> more) {
    var variables = new HashMap<>(environment);
    variables.putAll(more);
    return new Git(variables, cancellation, limit);
  }

  private Output output(Process process, byte[] input) throws IOException {
    CompletableFuture<byte[]> out =
        CompletableFuture.supplyAsync(() -> all(process, process.getInputStream()), Git::start);
    CompletableFuture<byte[]> err =
        CompletableFuture.supplyAsync(() -> all(process, process.getErrorStream()), Git::start);
    CompletableFuture<Void> in =
        CompletableFuture.runAsync(() -> write(process, input), Git::start);
    long start = System.nanoTime();
    for (int glance = 1; process.isAlive(); glance++) {
      if (cancellation.requested()) {
        end(process);
      }
      if (glance % GLANCES == 0 && process.descendants().count() > MOST_PROGRAMS) {
        end(process);
        throw new JapplyException(
            "git fetches within fetches without end: what the server sends refers to objects"
                + " that it does not send",
            "check the address and the server");
      }
      if (isLate(start)) {
        end(process);
        throw new JapplyException(
            "git has not ended within " + limit.toMillis() / MILLIS + "s",
            isOffline()
                ? "look for a pipe among the files of its configuration, as by include.path"
                : "allow it more time, as with ?timeout=2m");
      }
      pause(process);
    }
    in.join();
    return new Output(
        process.exitValue(), read(out), new String(read(err), StandardCharsets.UTF_8));
  }

  private static byte[] read(CompletableFuture<byte[]> stream) {
    try {
      return stream.join();
    } catch (CompletionException e) {
      String why = e.getCause() == null ? e.toString() : e.getCause().getMessage();
      throw new JapplyException(
          Problem.error(Origin.NONE, "what git prints cannot be read: " + why, ""), e);
    }
  }

  /// Ends git and the programs that it has started, which would go on without it.
  private static void end(Process process) {
    List<ProcessHandle> started = process.descendants().toList();
    process.destroy();
    started.forEach(ProcessHandle::destroy);
  }

  private boolean isLate(long start) {
    return limit.isPositive() && System.nanoTime() - start > limit.toNanos();
  }

  /// The three streams need threads of their own, since all must move in parallel.
  private static void start(Runnable task) {
    Thread.ofPlatform().daemon().start(task);
  }

  private static void pause(Process process) {
    try {
      process.waitFor(GLANCE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private byte[] all(Process process, InputStream stream) {
    try (stream) {
      return most().read(stream);
    } catch (IOException e) {
      process.destroy();
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  /// Git may end before it has read everything; its status then shows the reason.
  private static void write(Process process, byte[] input) {
    try (OutputStream stream = process.getOutputStream()) {
      stream.write(input);
    } catch (IOException ended) {
      process.isAlive();
    }
  }
}
