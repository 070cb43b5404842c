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
  public static void main(String[] args) throws IOException, InterruptedException {
    var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    boolean failed = false;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      var run = new Command(line);
      run.start();
      run.join();
      failed |= run.status > differences(line);
    }
    if (failed) { // else no exit, for which Java loads the classes of a logger into the cache
      System.exit(1);
    }
  }

  /// A run of the program that does not end the process.
  private static final class Command extends Main.Run {
    private int status;

    Command(String line) {
      super(line.split(" ", -1));
    }

    @Override
    void end(int status) {
      this.status = status;
    }
  }

  /// The status that is no failure.
  private static int differences(String line) {
    return line.contains("diff ") ? 1 : 0;
  }
}
