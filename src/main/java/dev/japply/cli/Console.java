package dev.japply.cli;

import dev.japply.report.ProblemReporter;
import dev.japply.report.ProblemReporter.Requests;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// The streams, in UTF-8 with Unix line ends, and the environment.
public record Console(
    Map<String, String> environment, InputStream in, PrintWriter out, PrintWriter err) {

  public Console {
    environment = Map.copyOf(environment);
  }

  /// A console over raw streams.
  public static Console of(
      Map<String, String> environment, InputStream in, OutputStream out, OutputStream err) {
    return new Console(environment, in, writer(out), writer(err));
  }

  private static PrintWriter writer(OutputStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8));
  }

  /// The value of a variable; empty when it is not set.
  String variable(String name) {
    return environment.getOrDefault(name, "");
  }

  /// The user's home directory, as the environment has it.
  String home() {
    String home = variable("HOME");
    return home.isEmpty() ? variable("USERPROFILE") : home;
  }

  /// Who prints problems here. Colour is the user's wish alone, since a program on Java 21 cannot
  /// ask whether it writes to a terminal.
  ProblemReporter problems(Requests requests) {
    boolean wanted = !variable("CLICOLOR_FORCE").isEmpty() && variable("NO_COLOR").isEmpty();
    return new ProblemReporter(err, wanted && !variable("CLICOLOR_FORCE").equals("0"), requests);
  }

  /// Says what is wrong with the arguments.
  void complain(String message) {
    err.print("error: " + message + "\n");
  }

  /// Says what would better be given another way.
  void warn(String message) {
    err.print("Warning: " + message + "\n");
  }

  /// Says what is sent and answered, at once: what comes next may hang.
  void log(String line) {
    err.print(line + "\n");
    err.flush();
  }

  void flush() {
    out.flush();
    err.flush();
  }
}
