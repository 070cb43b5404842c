package dev.japply.cli.flags;

import dev.japply.io.CancellationSource;
import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The number of columns for output to people, by `COLUMNS` or the terminal. It is only determined
/// for output that needs it, since this starts a program.
public final class TerminalWidth {
  /// The width of output that is no terminal.
  private static final int PIPE = 100;

  /// The width of a terminal that does not report it.
  private static final int USUAL = 80;

  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,3}");
  private static final Pattern SIZE = Pattern.compile("[0-9]+ ([1-9][0-9]{0,3})\\s*");

  /// Java cannot find out the size. Standard input may be a manifest.
  private static final List<String> REQUEST =
      List.of("/bin/sh", "-c", "{ stty size </dev/tty; } 2>/dev/null");

  private TerminalWidth() {}

  /// Returns the width.
  ///
  /// @param terminal whether the output is a terminal
  public static int of(Console console, ProcessRunner programs, boolean terminal) {
    String columns = console.variable("COLUMNS");
    if (NUMBER.matcher(columns).matches()) {
      return Integer.parseInt(columns);
    }
    return terminal ? reported(programs) : PIPE;
  }

  private static int reported(ProcessRunner programs) {
    try {
      Matcher size = SIZE.matcher(programs.print(REQUEST, new CancellationSource()).out());
      return size.matches() ? Integer.parseInt(size.group(1)) : USUAL;
    } catch (IOException e) {
      return USUAL;
    }
  }
}
