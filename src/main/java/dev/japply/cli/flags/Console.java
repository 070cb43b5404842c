package dev.japply.cli.flags;

import dev.japply.report.MessageWriter;
import dev.japply.report.ProblemReporter;
import dev.japply.report.ProblemReporter.Requests;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/// The streams, in UTF-8 with Unix line ends, and the environment.
///
/// @param data standard output for what programs read: objects, JSON, templates, printed as they
///   are
/// @param out standard output for people
/// @param err standard error
/// @param terminals which of the streams are terminals
/// @param received counts the warnings that servers sent
/// @param screen what is shown below all that is printed
/// @param output knows what of `out` could not be written
/// @param colouring whether there is colour
/// @param lastLine what is said at the end
public record Console(
    Map<String, String> environment,
    InputStream in,
    PrintWriter data,
    MessageWriter out,
    MessageWriter err,
    Terminals terminals,
    AtomicInteger received,
    Screen screen,
    StandardOutput output,
    Colours colouring,
    LastLine lastLine) {

  /// Which of the streams are terminals. A program on Java 21 cannot ask; who starts it can.
  public record Terminals(boolean in, boolean out, boolean err) {
    /// None of them.
    static final Terminals NONE = new Terminals(false, false, false);

    /// What the launcher says: `in`, `out`, `err`, with commas between.
    public static Terminals parse(String text) {
      List<String> names = List.of(text.split(",", -1));
      return new Terminals(names.contains("in"), names.contains("out"), names.contains("err"));
    }
  }

  public Console {
    environment = Map.copyOf(environment);
  }

  /// A console over raw streams that are no terminals.
  public static Console of(
      Map<String, String> environment, InputStream in, OutputStream out, OutputStream err) {
    var screen = new Screen(err);
    var output = new StandardOutput(out);
    PrintWriter data = writer(screen.above(output));
    return new Console(
        environment,
        in,
        data,
        new MessageWriter(data),
        new MessageWriter(writer(screen.above(err))),
        Terminals.NONE,
        new AtomicInteger(),
        screen,
        output,
        new Colours(),
        new LastLine());
  }

  /// The same streams, some of which are terminals.
  public Console with(Terminals terminals) {
    return new Console(
        environment, in, data, out, err, terminals, received, screen, output, colouring, lastLine);
  }

  private static PrintWriter writer(OutputStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8));
  }

  /// The value of a variable; empty when it is not set.
  public String variable(String name) {
    return environment.getOrDefault(name, "");
  }

  /// The user's home directory, as the environment has it.
  public String home() {
    String home = variable("HOME");
    return home.isEmpty() ? variable("USERPROFILE") : home;
  }

  /// Where files go that are needed for a while.
  public Path temporaryDirectory() {
    String own = variable("TMPDIR");
    return Path.of(own.isEmpty() ? System.getProperty("java.io.tmpdir") : own);
  }

  /// Who prints problems here.
  public ProblemReporter problems(Requests requests) {
    return new ProblemReporter(err, colouring.on(terminals.err(), environment), requests);
  }

  /// Whether standard output takes colour.
  public boolean colours() {
    return colouring.on(terminals.out(), environment);
  }

  /// Says what is wrong with the arguments.
  public void complain(String message) {
    err.printLine("error: " + message);
  }

  /// Says what would better be given another way.
  public void warn(String message) {
    err.printLine("Warning: " + message);
  }

  /// Passes a server's warning on.
  public void warnOfServer(String message) {
    received.incrementAndGet();
    warn(message);
  }

  /// Says what is sent and answered, at once: what comes next may hang.
  public void log(String line) {
    err.printLine(line);
  }

  /// Says what was to be said last, once.
  public void conclude() {
    String line = lastLine.text();
    if (!line.isEmpty()) {
      out.flush();
      err.printLine(line);
      lastLine.say("");
    }
  }

  public void flush() {
    out.flush();
    err.flush();
  }
}
