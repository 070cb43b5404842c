package dev.japply.cluster.config;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;

/// Whether somebody sits there.
final class Terminal {
  private Terminal() {}

  /// Whether standard input is a terminal. Java only says so for input and output together, so
  /// `test` is asked; where there is none, as on Windows, nobody is taken to sit there.
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
