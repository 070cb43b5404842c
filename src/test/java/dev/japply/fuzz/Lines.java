package dev.japply.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.japply.problem.JapplyException;
import dev.japply.problem.Problem;
import java.util.regex.Pattern;

/// What a person may be told: what is wrong, and neither the inside of the program nor what moves a
/// terminal's cursor. Inputs that speak of the inside of programs themselves may be repeated.
final class Lines {
  private static final Pattern INSIDE =
      Pattern.compile("\\b(java|javax|dev\\.japply|tools\\.jackson)\\.[\\w.]*[A-Z]\\w*|\tat ");
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}&&[^\n\t]]");

  private Lines() {}

  /// Checks what a problem says.
  ///
  /// @throws AssertionError when nobody could read it
  static void check(byte[] input, JapplyException failure) {
    if (failure.problems().isEmpty()) {
      throw new AssertionError("no problem is told", failure);
    }
    for (Problem problem : failure.problems()) {
      check(input, problem.what());
    }
  }

  /// Checks a message.
  ///
  /// @throws AssertionError when nobody could read it
  static void check(byte[] input, String message) {
    if (message.isBlank() || message.equals("null") || showsInside(input, message)) {
      throw new AssertionError("not for people: " + message);
    }
  }

  /// Checks all that a command said on standard error.
  ///
  /// @throws AssertionError when nobody could read it
  static void checkErrors(byte[] input, int status, String printed) {
    if (CONTROL.matcher(printed).find() || showsInside(input, printed)) {
      throw new AssertionError("not for people: " + printed);
    }
    if (status != 0 && printed.isBlank()) {
      throw new AssertionError("status " + status + " without a word");
    }
  }

  private static boolean showsInside(byte[] input, String printed) {
    return INSIDE.matcher(printed).find() && !INSIDE.matcher(new String(input, UTF_8)).find();
  }
}
