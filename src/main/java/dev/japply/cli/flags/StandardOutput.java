package dev.japply.cli.flags;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Standard output with a record of write failures. A failure does not stop the run, and is
/// reported at its end.
public final class StandardOutput extends FilterOutputStream {
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
