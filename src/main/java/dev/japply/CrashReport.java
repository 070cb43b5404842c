package dev.japply;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Error message for a defect in japply: the exception class and its position. Exception messages
/// are left out because they may quote secret values.
final class CrashReport {
  private static final int MOST_CAUSES = 10;

  private CrashReport() {}

  /// Returns the lines to print.
  ///
  /// @param whole whether to include causes and stack traces
  static List<String> lines(Throwable failure, boolean whole) {
    String place = place(failure).map(frame -> " at " + frame).orElse("");
    String what = "error: japply has a defect: " + failure.getClass().getName() + place;
    if (!whole) {
      return List.of(what + "; please report it with the output of -v=1");
    }
    var lines = new ArrayList<>(List.of(what + "; please report it with these lines:"));
    Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
        .limit(MOST_CAUSES)
        .forEach(cause -> {
          lines.add("  " + cause.getClass().getName());
          Arrays.stream(cause.getStackTrace()).forEach(frame -> lines.add("    at " + frame));
        });
    return lines;
  }

  /// Returns the topmost stack frame in japply's own code.
  private static Optional<StackTraceElement> place(Throwable failure) {
    return Arrays.stream(failure.getStackTrace())
        .filter(frame -> frame.getClassName().startsWith("dev.japply."))
        .findFirst();
  }
}
