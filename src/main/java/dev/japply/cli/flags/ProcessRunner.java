package dev.japply.cli.flags;

import dev.japply.io.Cancellation;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// Runs other programs for the user.
public interface ProcessRunner {
  /// The interval between two checks for cancellation.
  long GLANCE_MILLIS = 100;

  /// Runs a program until it ends. On cancellation, terminates the program.
  ///
  /// @param command the program and its arguments
  /// @return its exit status
  /// @throws IOException if it cannot be started
  int run(List<String> command, Cancellation cancellation) throws IOException;

  /// The output of a program.
  record Printed(int status, String out) {}

  /// Runs a program as [#run] does, and returns its standard output.
  ///
  /// @throws IOException if it cannot be started
  Printed print(List<String> command, Cancellation cancellation) throws IOException;

  /// Reads the output of `process` until it ends.
  static Printed printed(Process process, Cancellation cancellation) {
    CompletableFuture<String> out =
        CompletableFuture.supplyAsync(
            () -> text(process.getInputStream()), task -> Thread.ofPlatform().daemon().start(task));
    int status = await(process, cancellation);
    return new Printed(status, out.join());
  }

  private static String text(InputStream stream) {
    try (stream) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns programs that inherit the streams of this process.
  ///
  /// @param environment their variables
  static ProcessRunner real(Map<String, String> environment) {
    return new ProcessRunner() {
      @Override
      public int run(List<String> command, Cancellation cancellation) throws IOException {
        return await(builder(command).start(), cancellation);
      }

      @Override
      public Printed print(List<String> command, Cancellation cancellation) throws IOException {
        return printed(builder(command).redirectOutput(Redirect.PIPE).start(), cancellation);
      }

      private ProcessBuilder builder(List<String> command) {
        var builder = new ProcessBuilder(command).inheritIO();
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder;
      }
    };
  }

  /// Returns the exit status of `process`, after terminating it on cancellation.
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
