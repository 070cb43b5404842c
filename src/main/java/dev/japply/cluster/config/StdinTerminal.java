package dev.japply.cluster.config;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;

/// Detects an interactive terminal.
final class StdinTerminal {
  private StdinTerminal() {}

  /// Returns true if standard input is a terminal. Java reports this only for input and output
  /// together, so the command `test` is used; without it, as on Windows, the result is false.
  static boolean isStandardInput() {
    try {
      return new ProcessBuilder("sh", "-c", "test -t 0")
              .redirectInput(Redirect.INHERIT)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
