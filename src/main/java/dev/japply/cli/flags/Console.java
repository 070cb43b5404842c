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
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

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

  /// The setting for colors in output for people.
  public static final class Colours {
    /// The values of the setting.
    public enum When {
      /// Colors on a terminal, unless the environment disables them.
      AUTO,
      ALWAYS,
      NEVER
    }

    private volatile When when = When.AUTO;

    /// Applies the value from the command line.
    public void choose(When choice) {
      when = choice;
    }

    /// Whether a stream has colors. By default, a terminal has colors unless it does not support
    /// them or the environment disables them. Other streams have colors only if the user forces
    /// them.
    ///
    /// @param terminal whether the stream is a terminal
    boolean on(boolean terminal, Map<String, String> environment) {
      return switch (when) {
        case ALWAYS -> true;
        case NEVER -> false;
        case AUTO -> wanted(terminal, environment);
      };
    }

    private static boolean wanted(boolean terminal, Map<String, String> environment) {
      if (!environment.getOrDefault("NO_COLOR", "").isEmpty()) {
        return false;
      }
      return forced(environment, "FORCE_COLOR")
          || forced(environment, "CLICOLOR_FORCE")
          || (terminal && !environment.getOrDefault("TERM", "").equals("dumb"));
    }

    private static boolean forced(Map<String, String> environment, String variable) {
      String value = environment.getOrDefault(variable, "");
      return !value.isEmpty() && !value.equals("0");
    }
  }

  /// Standard output with a record of write failures. A failure does not stop the run, and is
  /// reported at its end.
  public static final class StandardOutput extends FilterOutputStream {
    private volatile @Nullable IOException failure;

    StandardOutput(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int single) throws IOException {
      write(new byte[] {(byte) single}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int start, int length) throws IOException {
      try {
        out.write(bytes, start, length);
      } catch (IOException e) {
        throw remember(e);
      }
    }

    @Override
    public void flush() throws IOException {
      try {
        out.flush();
      } catch (IOException e) {
        throw remember(e);
      }
    }

    private IOException remember(IOException e) {
      if (failure == null) {
        failure = e;
      }
      return e;
    }

    /// Returns the error message for a write failure; empty if there is none, or the reader closed
    /// the pipe, as `head` does.
    public String error() {
      IOException why = failure;
      String reason = why == null ? "" : String.valueOf(why.getMessage());
      return reason.isEmpty() || reason.equals("Broken pipe")
          ? ""
          : "write /dev/stdout: "
              + reason.substring(0, 1).toLowerCase(Locale.ROOT)
              + reason.substring(1);
    }
  }

  /// The status lines at the end of standard error. Removed by any other output, and by the next
  /// status lines.
  public static final class TerminalWriter {
    /// The control sequence that clears the line, supported since the VT100.
    private static final String CLEAR = "\r\u001b[K";

    /// The control sequence that moves up one line and clears it.
    private static final String CLEAR_ABOVE = "\u001b[A" + CLEAR;

    private final OutputStream err;

    /// The number of lines on the screen.
    private int shown;

    /// Whether the output ends in an incomplete line, so that no status can be shown below it.
    private boolean lineOpen;

    /// Whether the incomplete line is one of standard output.
    private boolean lineOfOutput;

    /// Whether standard output is the same stream as standard error.
    private final boolean joint;

    /// Whether the streams are the standard streams of the process.
    private boolean ofProcess;

    /// The width of the terminal; 0 if it is not determined yet.
    private int columns;

    TerminalWriter(OutputStream err, boolean joint) {
      this.err = err;
      this.joint = joint;
    }

    /// Declares that the streams are the standard streams of the process.
    public void ofProcess() {
      ofProcess = true;
    }

    /// Returns a stream that prints to `stream`, above the status lines.
    ///
    /// @param error whether `stream` is standard error
    OutputStream above(OutputStream stream, boolean error) {
      return new FilterOutputStream(stream) {
        @Override
        public void write(byte[] bytes, int start, int length) throws IOException {
          synchronized (TerminalWriter.this) {
            clear();
            if (lineOpen && lineOfOutput && error && isJoint()) {
              err.write('\n');
            }
            stream.write(bytes, start, length);
            lineOfOutput = !error;
            lineOpen = length > 0 ? bytes[start + length - 1] != '\n' : lineOpen;
          }
        }

        @Override
        public void write(int single) throws IOException {
          write(new byte[] {(byte) single}, 0, 1);
        }
      };
    }

    /// Whether both streams go to one place, as on a terminal or by `2>&1`. Determined only for an
    /// error within a line of output, for example below a template without a line end.
    private boolean isJoint() {
      if (joint || !ofProcess) {
        return joint;
      }
      try {
        return Files.isSameFile(Path.of("/dev/stdout"), Path.of("/dev/stderr"));
      } catch (IOException e) {
        return false;
      }
    }

    /// Returns the width of the terminal, which `find` determines once.
    synchronized int columns(IntSupplier find) {
      if (columns == 0) {
        columns = find.getAsInt();
      }
      return columns;
    }

    /// Whether neither stream is redirected to a file, so that both can go to one log.
    boolean isLogged() {
      return !ofProcess || (isLogged(Path.of("/dev/stdout")) && isLogged(Path.of("/dev/stderr")));
    }

    private static boolean isLogged(Path stream) {
      try {
        return Files.exists(stream)
            && !Files.isRegularFile(stream)
            && !Files.isSameFile(stream, Path.of("/dev/null"));
      } catch (IOException e) {
        return false;
      }
    }

    /// Shows these lines, which must fit the width of the terminal.
    public synchronized void show(List<String> lines) {
      if (!lineOpen) {
        clear();
        send(String.join("\n", lines));
        shown = lines.size();
      }
    }

    /// Removes the status lines.
    public synchronized void clear() {
      if (shown > 0) {
        send(CLEAR + CLEAR_ABOVE.repeat(shown - 1));
        shown = 0;
      }
    }

    private void send(String text) {
      try {
        err.write(text.getBytes(StandardCharsets.UTF_8));
        err.flush();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
