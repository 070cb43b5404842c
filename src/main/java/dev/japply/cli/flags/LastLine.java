package dev.japply.cli.flags;

/// What is said last of a run on standard error, below all that went wrong.
public final class LastLine {
  private String text = "";

  /// Says `line` at the end; nothing if it is empty.
  public synchronized void say(String line) {
    text = line;
  }

  synchronized String text() {
    return text;
  }
}
