package dev.japply.cli.context;

import dev.japply.cancel.Cancellation;
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
  int run(List<String> command, Cancellation cancellation) throws IOException;

  /// Programs with the terminal, or whatever else the streams of this process are.
  static Programs real() {
    return (command, cancellation) ->
        await(new ProcessBuilder(command).inheritIO().start(), cancellation);
  }

  /// The exit status of `process`, which is told to end when `cancellation` says so.
  static int await(Process process, Cancellation cancellation) {
    try {
      while (!process.waitFor(GLANCE_MILLIS, TimeUnit.MILLISECONDS)) {
        if (cancellation.requested()) {
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
