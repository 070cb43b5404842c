package dev.japply.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A process that applies, and how much memory it takes.
final class SoakProcess {
  private static final long LIMIT = 20;
  private static final Pattern PEAK = Pattern.compile("VmHWM:\\s+(\\d+) kB");

  private final Process process;
  private final Path out;
  private final Path err;
  private final CompletableFuture<Long> peak;

  private SoakProcess(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
    this.peak = CompletableFuture.supplyAsync(() -> watch(process), Thread::startVirtualThread);
  }

  /// How a process ended.
  ///
  /// @param lines how many lines it wrote
  /// @param peak how many KiB of memory it had at most; 0 where the system does not tell
  record Ended(int status, int lines, String err, long peak) {}

  /// Starts it in an environment that has no other variables.
  ///
  /// @param out a file for what it writes, which gets endings
  static SoakProcess start(List<String> command, Map<String, String> environment, Path out)
      throws IOException {
    Path lines = Path.of(out + ".txt");
    Path err = Path.of(out + ".err");
    var builder = new ProcessBuilder(command);
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process = builder.redirectOutput(lines.toFile()).redirectError(err.toFile()).start();
    process.getOutputStream().close();
    return new SoakProcess(process, lines, err);
  }

  private static long watch(Process process) {
    Path status = Path.of("/proc/" + process.pid() + "/status");
    long most = 0;
    try {
      while (process.isAlive()) {
        most = Math.max(most, peak(status));
        process.waitFor(50, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return most;
  }

  private static long peak(Path status) {
    try {
      Matcher found = PEAK.matcher(Files.readString(status));
      return found.find() ? Long.parseLong(found.group(1)) : 0;
    } catch (IOException e) {
      return 0; // it has ended, or this is no Linux
    }
  }

  Ended await() throws IOException, InterruptedException {
    if (!process.waitFor(LIMIT, TimeUnit.MINUTES)) {
      process.destroyForcibly();
    }
    int status = process.waitFor();
    int lines = Files.readAllLines(out).size();
    return new Ended(status, lines, Files.readString(err), peak.join());
  }
}
