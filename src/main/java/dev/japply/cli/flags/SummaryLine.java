package dev.japply.cli.flags;

/// The summary line, printed last on standard error.
public final class SummaryLine {
  private String text = "";

  /// Sets the line to print at the end; nothing if it is empty.
  public synchronized void set(String line) {
    text = line;
  }

  synchronized String text() {
    return text;
  }
}
