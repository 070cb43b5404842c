package dev.japply.cli.flags;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// What is shown at the end of standard error for a while, below all else that is printed: it goes
/// whenever something is printed, and whenever the next one comes.
public final class Screen {
  /// Goes to the start of the line and clears it, as terminals have it since the VT100.
  private static final String CLEAR = "\r\u001b[K";

  /// The same with the line above.
  private static final String CLEAR_ABOVE = "\u001b[A" + CLEAR;

  private final OutputStream err;

  /// How many lines are shown.
  private int shown;

  /// Whether what was printed last is no whole line, so that nothing can be shown below it.
  private boolean lineOpen;

  Screen(OutputStream err) {
    this.err = err;
  }

  /// A stream that prints to `stream`, above what is shown.
  OutputStream above(OutputStream stream) {
    return new FilterOutputStream(stream) {
      @Override
      public void write(byte[] bytes, int start, int length) throws IOException {
        synchronized (Screen.this) {
          clear();
          stream.write(bytes, start, length);
          lineOpen = length > 0 ? bytes[start + length - 1] != '\n' : lineOpen;
        }
      }

      @Override
      public void write(int single) throws IOException {
        write(new byte[] {(byte) single}, 0, 1);
      }
    };
  }

  /// Shows these lines, which must fit the width of the terminal.
  public synchronized void show(List<String> lines) {
    if (!lineOpen) {
      clear();
      send(String.join("\n", lines));
      shown = lines.size();
    }
  }

  /// Shows nothing any longer.
  synchronized void clear() {
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
