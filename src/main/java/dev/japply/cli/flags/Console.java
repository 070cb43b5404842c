package dev.japply.cli.flags;

import dev.japply.input.ManifestSources;
import dev.japply.input.ManifestSources.UrlTimeout;
import dev.japply.io.Cancellation;
import dev.japply.problem.ByteLimit;
import dev.japply.problem.WarningId;
import dev.japply.report.MessageWriter;
import dev.japply.report.ProblemReporter;
import dev.japply.report.ProblemReporter.Requests;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// The standard streams, in UTF-8 with Unix line ends, and the environment variables.
///
/// @param data standard output for programs: objects, JSON, templates, without escaping
/// @param out standard output for people
/// @param err standard error
/// @param warnings the silenced warnings, and those that were printed
/// @param screen the status lines below all other output
/// @param output detects write failures of `out`
/// @param colouring the setting for colors
public record Console(
    Map<String, String> environment,
    InputStream in,
    PrintWriter data,
    MessageWriter out,
    MessageWriter err,
    Terminals terminals,
    Warnings warnings,
    TerminalWriter screen,
    StandardOutput output,
    Colours colouring,
    SummaryLine lastLine) {

  /// The streams that are terminals. Java 21 cannot detect them, so the launcher passes them.
  public record Terminals(boolean in, boolean out, boolean err) {
    static final Terminals NONE = new Terminals(false, false, false);

    /// Parses the launcher's value: `in`, `out`, `err`, separated by commas.
    public static Terminals parse(String text) {
      List<String> names = List.of(text.split(",", -1));
      return new Terminals(names.contains("in"), names.contains("out"), names.contains("err"));
    }
  }

  public Console {
    environment = Map.copyOf(environment);
  }

  /// Creates a console for raw streams that are not terminals.
  public static Console of(
      Map<String, String> environment, InputStream in, OutputStream out, OutputStream err) {
    var screen = new TerminalWriter(err, out.equals(err));
    var output = new StandardOutput(out);
    PrintWriter data = writer(screen.above(output, /* error= */ false));
    return new Console(
        environment,
        in,
        data,
        new MessageWriter(data),
        new MessageWriter(writer(after(data, screen.above(err, /* error= */ true)))),
        Terminals.NONE,
        new Warnings(),
        screen,
        output,
        new Colours(),
        new SummaryLine());
  }

  public Console with(Terminals terminals) {
    return new Console(
        environment, in, data, out, err, terminals, warnings, screen, output, colouring, lastLine);
  }

  /// Returns `stream`, before which `first` is written out: where both go to one place, as by
  /// `2>&1`, no error is within a line of output.
  private static OutputStream after(PrintWriter first, OutputStream stream) {
    return new FilterOutputStream(stream) {
      @Override
      public void write(byte[] bytes, int start, int length) throws IOException {
        first.flush();
        stream.write(bytes, start, length);
      }
    };
  }

  private static PrintWriter writer(OutputStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8));
  }

  /// Returns the value of an environment variable; empty if it is not set.
  public String variable(String name) {
    return environment.getOrDefault(name, "");
  }

  /// Returns the limit of files and responses, from the environment.
  public ByteLimit byteLimit() {
    return ByteLimit.parse(variable(ByteLimit.VARIABLE));
  }

  /// Returns what reads manifests of files, URLs and standard input.
  ManifestSources manifests(Cancellation cancellation, UrlTimeout timeout) {
    return new ManifestSources(Path.of(""), in, HttpClient::newHttpClient, cancellation, timeout);
  }

  /// Returns the user's home directory from the environment.
  public String home() {
    String home = variable("HOME");
    return home.isEmpty() ? variable("USERPROFILE") : home;
  }

  public Path temporaryDirectory() {
    String own = variable("TMPDIR");
    return Path.of(own.isEmpty() ? System.getProperty("java.io.tmpdir") : own);
  }

  /// Returns a reporter that prints problems on this console.
  public ProblemReporter problems(Requests requests) {
    return new ProblemReporter(err, errorColours(), this::errorWidth, requests, warnings);
  }

  /// Returns the width of messages in columns. Only terminals limit it.
  private int errorWidth() {
    return terminals.err()
        ? screen.columns(() -> TerminalWidth.of(this, ProcessRunner.real(environment), true))
        : Integer.MAX_VALUE;
  }

  /// Prints a message, wrapped on a terminal.
  public void printMessage(String message) {
    err.printWrapped(message, errorWidth());
  }

  /// Whether both streams go to the log of a job of GitHub Actions, which shows annotations as
  /// lines.
  boolean isGitHubLog() {
    return variable("GITHUB_ACTIONS").equals("true") && screen.isLogged();
  }

  /// Whether standard output has colors.
  public boolean colours() {
    return colouring.on(terminals.out(), environment);
  }

  /// Whether standard error has colors.
  public boolean errorColours() {
    return colouring.on(terminals.err(), environment);
  }

  /// Prints an error about the arguments.
  public void printError(String message) {
    printMessage("error: " + message);
  }

  /// Prints a warning about no object, unless it is silenced.
  public void warn(WarningId id, String message) {
    if (warnings.isShown(id)) {
      printMessage("Warning: " + message);
    }
  }

  /// Prints a warning from a server, unless it is silenced.
  public void warnOfServer(String message) {
    if (warnings.isShown(WarningId.SERVER)) {
      warnings.receive();
      warn(WarningId.SERVER, message);
    }
  }

  /// Logs a request or response immediately, because the next step may hang.
  public void log(String line) {
    err.printLine(line);
  }

  /// Prints the summary line, once.
  public void conclude() {
    String line = lastLine.text();
    if (!line.isEmpty()) {
      out.flush();
      err.printLine(line);
      lastLine.set("");
    }
  }

  public void flush() {
    out.flush();
    err.flush();
  }

  /// The summary line, printed last on standard error.
  public static final class SummaryLine {
    private String text = "";

    /// Sets the line to print at the end; nothing if it is empty.
    public synchronized void set(String line) {
      text = line;
    }

    synchronized String text() {
      return text;
    }
  }
}
