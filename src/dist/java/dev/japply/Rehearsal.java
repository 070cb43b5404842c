package dev.japply;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/// Runs japply again and again in one process, so that what its commands need can be recorded: the
/// JVM records one process. Each line of standard input is a command line, its words parted by
/// blanks.
public final class Rehearsal {
  private Rehearsal() {}

  /// Ends with status 1 when a command failed.
  public static void main(String[] args) throws IOException {
    var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    boolean failed = false;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      failed |= Main.run(line.split(" ", -1)) > differences(line);
    }
    System.exit(failed ? 1 : 0);
  }

  /// The status that is no failure.
  private static int differences(String line) {
    return line.startsWith("diff ") ? 1 : 0;
  }
}
