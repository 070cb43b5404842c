package dev.japply.cli.flags;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntSupplier;

/// The status lines at the end of standard error. Removed by any other output, and by the next
/// status lines.
public final class TerminalWriter {
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
