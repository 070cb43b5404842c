package dev.japply.cli;

import dev.japply.execute.Stop;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Runs other programs for the user.
@FunctionalInterface
public interface Programs {
  /// How often it is looked whether the run is to end.
  long GLANCE_MILLIS = 100;

  /// Runs a program until it ends; when the run is to end, it is told to.
  ///
  /// @param command the program and its arguments
  /// @return its exit status
  /// @throws IOException when it cannot be started
  int run(List<String> command, Stop stop) throws IOException;

  /// Programs with the terminal, or whatever else the streams of this process are.
  static Programs real() {
    return (command, stop) -> await(new ProcessBuilder(command).inheritIO().start(), stop);
  }

  /// The exit status of `process`, which is told to end when `stop` says so.
  static int await(Process process, Stop stop) {
    try {
      while (!process.waitFor(GLANCE_MILLIS, TimeUnit.MILLISECONDS)) {
        if (stop.requested()) {
          process.destroy();
        }
      }
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    return process.exitValue();
  }
}
